family! {
    ONE_CALL = "CALL-01" Ours "Two Gates" "A yes covers one call: this principal, tool and contract, these arguments, this state of the resource, once, until a time that was shown.";
    EXACT_YES = "CALL-02" Ours "Two Gates; client/elicitation, Response Actions" "Only accept with approved exactly true is a yes.";
    WHO_IS_ASKED = "CALL-03" Ours "Two Gates; server/tools, User Interaction Model" "Only a closed-world read runs unasked.";
    STRICT_JSON = "CALL-04" Ours "Two Gates; RFC 7493" "Duplicate names, numbers of 2^53 or more, lone surrogates and deep nesting are refused on the raw text, before anyone is asked.";
    DEFAULTS = "CALL-05" Ours "Two Gates" "Schema defaults are filled in before a call is hashed or shown.";
    CANONICAL = "CALL-06" Ours "RFC 8785" "Arguments are hashed in canonical form, code point for code point.";
    SHOWN_WHOLE = "CALL-07" Ours "Two Gates; server/tools, Security Considerations 2" "A question shows the server, the tool, every argument that will be used, the resource and until when.";
    SHOWN_SAFELY = "CALL-08" Ours "Two Gates" "A question shows each argument on one line, with what would hide or forge text as visible escapes.";
    NO_IS_NO = "CALL-09" Ours "client/elicitation, Response Actions" "A no runs nothing, is recorded as what it was, and is not retried by the host.";
    NOES = "CALL-10" Ours "Two Gates" "After three noes by one principal to one tool in ten minutes the server refuses unasked.";
    ONE_TEXT = "CALL-11" Ours "Two Gates" "A refused state is answered with one outward text; the exact reason stands in the audit.";
    NOT_PROVEN = "CALL-12" Ours "Two Gates" "An accept is the client's word that a person agreed; an approval records how strong that evidence is.";
    NO_DEFAULT_YES = "CALL-13" Ours "Two Gates; client/elicitation, Requested Schema" "The approval field has no default.";
    ANSWERED_ONCE = "CALL-14" Ours "Two Gates" "A question is answered once: a later yes changes nothing, a no after an unspent yes revokes it.";
}

family! {
    AUTHORITATIVE = "SCOPE-03" Must "authorization/index, Scope Selection Strategy" "A client takes the challenged scopes as what this operation needs.";
    FIRST_SET = "SCOPE-04" Should "authorization/index, Scope Selection Strategy" "The first authorization asks for the challenge's scope, else for scopes_supported, else for no scope at all.";
    LEAST = "SCOPE-05" Should "authorization/index, Scope Selection Strategy" "A client asks only for what the intended operations need.";
    CHECKED_PER_CALL = "SCOPE-07" Must "server/utilities/caching, Security Considerations; authorization/index" "A call runs only with every scope that it needs, checked at the call.";
    INSUFFICIENT = "STEP-01" Should "authorization/index, Runtime Insufficient Scope Errors" "Too small a scope is answered 403 with insufficient_scope, the scopes and the metadata.";
    COMPLETE_CHALLENGE = "STEP-03" Should "authorization/index, Runtime Insufficient Scope Errors" "One challenge names every scope that the operation needs.";
    UNION = "STEP-05" Should "authorization/index, Step-Up Authorization Flow" "A step-up asks for what was requested before, what is granted now, and what is challenged.";
    CAP = "STEP-07" Should "authorization/index, Step-Up Authorization Flow 4" "Step-ups are counted per resource and operation, and end after two in a permanent failure.";
    HIERARCHY = "STEP-09" Must "authorization/index, Step-Up Authorization Flow" "A server counts a broader scope as the narrower ones that it implies.";
    REMEMBERED = "STEP-11" Info "security best practices, Scope Minimization" "A client remembers a permanent failure and does not ask again.";
    NOTHING_NEW = "SCOPE-08" Ours "Two Gates" "A challenge that names nothing beyond what was already requested ends the step-up at once.";
    ONLY_INSUFFICIENT = "SCOPE-09" Ours "Two Gates; RFC 6750 3.1" "Only error=insufficient_scope starts a step-up.";
    TOTAL = "SCOPE-10" Ours "Two Gates" "Arguments that do not parse need every scope that any arguments could need.";
    LIST_FILTERED = "SCOPE-11" Ours "server/tools, Capabilities (MAY)" "tools/list names only what the caller may call.";
    UNDISCLOSED = "SCOPE-12" Ours "Two Gates" "A tool declared undisclosed answers exactly as an unknown one.";
    EXACT_TOKENS = "SCOPE-13" Must "RFC 6749 3.3" "Scope tokens are compared whole and case-sensitively, without order.";
}

family! {
    METADATA = "AUTH-02" Must "authorization-server-discovery" "A server publishes protected resource metadata that names its authorization servers.";
    METADATA_FOUND = "AUTH-03" Must "authorization-server-discovery" "A 401 says where the metadata is, or the well-known path serves it.";
    METADATA_ORDER = "AUTH-04" Must "authorization-server-discovery" "A client looks for metadata where the challenge says, then at the path-specific and at the root well-known address.";
    CHALLENGE_PARSED = "AUTH-05" Must "authorization-server-discovery; RFC 9110 11.6.1" "A client parses WWW-Authenticate by its grammar and reacts to a 401.";
    RESOURCE = "AUTH-10" Must "authorization/index, Resource Parameter" "Every authorization request names the resource that the token is for.";
    EVERY_REQUEST = "AUTH-11" Must "authorization/index, Token Requirements" "The token is in the Authorization header of every request, and never in the address.";
    AUDIENCE = "AUTH-12" Must "authorization/index, Token Handling" "A server takes only tokens that were issued for it.";
    INVALID_TOKEN = "AUTH-13" Must "authorization/index, Token Handling" "A missing, invalid or expired token is answered 401.";
    NO_PASSTHROUGH = "AUTH-15" MustNot "authorization/index, Token Handling" "A server does not pass the client's token on.";
    STATUS = "AUTH-16" Must "authorization/index, Error Handling" "401 means that a token is needed or invalid, 403 that it does not suffice.";
    NO_OFFLINE_ACCESS = "AUTH-17" ShouldNot "authorization/index, Refresh Tokens" "A resource names offline_access neither in challenges nor in scopes_supported.";
    METADATA_MATCHES = "AUTH-19" Must "RFC 9728 3.3" "Metadata whose resource is not the one that the client asked for is not used.";
    NO_ERROR_WITHOUT_TOKEN = "AUTH-20" ShouldNot "RFC 6750 3.1" "A 401 to a request without a token carries no error parameter.";
    CHALLENGE_GRAMMAR = "AUTH-21" Must "RFC 9110 11.6.1 and 15.5.2" "A 401 carries a challenge, and a challenge follows its grammar.";
}

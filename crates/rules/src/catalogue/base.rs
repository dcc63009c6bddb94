family! {
    JSON_RPC = "BASE-01" Must "basic/index, Messages" "Every message is JSON-RPC 2.0 in UTF-8.";
    REQUEST_ID = "BASE-02" Must "basic/index, Requests" "A request has a string or integer id, never null.";
    UNIQUE_ID = "BASE-03" MustNot "basic/index, Requests" "An id is not used again while a request with that id is unanswered.";
    RESPONSE_ID = "BASE-04" Must "basic/index, Responses" "A response repeats the id of the request that it answers.";
    CLIENTS_ASK = "BASE-06" MustNot "basic/patterns/index" "Only clients send requests; a server never starts one.";
    NO_CONNECTION_MEMORY = "BASE-08" MustNot "basic/index, Statelessness" "A server learns nothing from earlier requests on the same connection.";
    META_VERSION = "META-01" Must "basic/index, _meta" "Each request's _meta states the protocol version.";
    META_CAPABILITIES = "META-02" Must "basic/index, _meta" "Each request's _meta states the client's capabilities.";
    META_MISSING = "META-04" Must "basic/index, _meta" "A request that lacks a required _meta field is answered -32602, over HTTP with status 400.";
    NO_CARRIED_CAPABILITY = "META-05" MustNot "basic/index, _meta" "A server relies on no capability that this very request did not declare.";
    CAPABILITY_MISSING = "META-06" Must "basic/index, _meta" "A request that needs an undeclared capability is answered -32021 with data.requiredCapabilities, over HTTP with status 400.";
    SERVER_INFO = "META-07" Should "basic/index, _meta" "A server names itself in the _meta of each result.";
    INFO_UNVERIFIED = "META-08" ShouldNot "basic/index, _meta" "clientInfo and serverInfo are self-reported and decide nothing.";
    VERSION_UNSUPPORTED = "VER-02" Must "basic/versioning" "A version that the server does not implement is answered -32022 with those that it does.";
    DISCOVER = "DISC-01" Must "server/discover" "A server answers server/discover.";
    RESULT_TYPE = "RES-01" Must "basic/index, Result Responses" "Every result says what it is in resultType.";
    RESULT_TYPE_UNKNOWN = "RES-03" Must "basic/index, ResultType" "A client treats a resultType that it does not know as invalid.";
    CODES_RESERVED = "ERR-01" MustNot "basic/index, Error Codes" "No code between -32020 and -32099 is sent that the specification does not define.";
    NO_CONSENT_CODE = "ERR-07" Info "basic/index, Error Codes" "No error code stands for consent asked, refused or withheld.";
    METHOD_UNKNOWN = "ERR-08" Must "basic/transports/streamable-http" "A method that the server does not have is answered -32601, over HTTP with status 404.";
}

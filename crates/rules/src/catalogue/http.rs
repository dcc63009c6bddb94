family! {
    POST_ONE = "HTTP-01" Must "streamable-http, Sending Messages" "One endpoint takes one JSON-RPC request per POST; nothing is batched.";
    ONE_ANSWER = "HTTP-03" Must "streamable-http, Sending Messages" "A request that is served is answered with status 200 and one JSON document or one event stream.";
    ORIGIN = "HTTP-05" Must "streamable-http, Security" "A present and foreign Origin is answered 403.";
    VERSION_HEADER = "HTTP-07" Must "streamable-http, Protocol Version Header" "Every POST carries MCP-Protocol-Version, equal to the version in the body.";
    METHOD_HEADER = "HTTP-08" Must "streamable-http, Standard Request Headers" "Every request POST carries Mcp-Method, equal to the body's method.";
    NAME_HEADER = "HTTP-09" Must "streamable-http, Standard Request Headers" "A tools/call POST carries Mcp-Name, equal to params.name.";
    HEADERS_EQUAL_BODY = "HTTP-10" Must "streamable-http, Server Validation" "A required header that is missing, or differs from the body, is answered 400 with -32020.";
    NAME_ENCODING = "HTTP-13" Must "streamable-http, Value Encoding" "A name that is not plain ASCII travels in the header as =?base64?...?= and is decoded before it is compared.";
    REISSUED = "HTTP-20" Must "changelog, major 9" "A client that lost an answer sends its request again, as a new one with a new id.";
    NO_SESSION = "HTTP-21" Should "streamable-http, Earlier Revisions" "Mcp-Session-Id is neither minted nor read; GET and DELETE on the endpoint are answered 405.";
}

family! {
    HUMAN_IN_LOOP = "CONS-02" Should "server/tools, User Interaction Model" "There is always a human who can deny a call.";
    SHOWN = "CONS-03" Should "server/tools, User Interaction Model" "The application shows which tools the model can see, and marks when one runs.";
    CONFIRM = "CONS-04" Should "server/tools, Security Considerations 2" "The client confirms sensitive calls and shows their arguments before they go out.";
    HINTS_UNTRUSTED = "ANN-01" Must "server/tools, Tool" "Annotations are untrusted unless the server is trusted.";
    READ_ONLY_DEFAULT = "ANN-03" Info "schema, ToolAnnotations" "A tool that does not say readOnlyHint: true is not read-only.";
    DESTRUCTIVE_DEFAULT = "ANN-04" Info "schema, ToolAnnotations" "A tool that does not say destructiveHint: false is destructive.";
    OPEN_WORLD_DEFAULT = "ANN-06" Info "schema, ToolAnnotations" "A tool that does not say openWorldHint: false reaches the open world.";
    LIST_STABLE = "TOOL-02" MustNot "server/tools, Capabilities" "The tool set depends neither on the connection nor on what other requests did.";
    LIST_ORDER = "TOOL-04" Should "server/tools, Capabilities" "The same tools are listed in the same order.";
    INPUT_SCHEMA = "TOOL-07" Must "server/tools, Tool" "An input schema is an object schema.";
    PROTOCOL_ERROR = "TOOL-10" Info "server/tools, Error Handling 1" "An unknown tool or a malformed request is a JSON-RPC error.";
    EXECUTION_ERROR = "TOOL-11" Info "server/tools, Error Handling 2" "A failure, bad arguments or a withheld consent is a result with isError: true that the model can read.";
    HANDLE = "HAND-01" Info "server/tools, Stateful Tools" "A handle names state and grants nothing.";
}

family! {
    HUMAN_IN_LOOP = "CONS-02" Should "server/tools, User Interaction Model" "There is always a human who can deny a call.";
    SHOWN = "CONS-03" Should "server/tools, User Interaction Model" "The application shows which tools the model can see, and marks when one runs.";
    CONFIRM = "CONS-04" Should "server/tools, Security Considerations 2" "The client confirms sensitive calls and shows their arguments before they go out.";
    HINTS_UNTRUSTED = "ANN-01" Must "server/tools, Tool" "Annotations are untrusted unless the server is trusted.";
    READ_ONLY_DEFAULT = "ANN-03" Info "schema, ToolAnnotations" "A tool that does not say readOnlyHint: true is not read-only.";
    DESTRUCTIVE_DEFAULT = "ANN-04" Info "schema, ToolAnnotations" "A tool that does not say destructiveHint: false is destructive.";
    OPEN_WORLD_DEFAULT = "ANN-06" Info "schema, ToolAnnotations" "A tool that does not say openWorldHint: false reaches the open world.";
    HINTS_BOOLEAN = "ANN-08" Must "schema, ToolAnnotations" "A hint is true or false; anything else is no hint.";
    LIST_STABLE = "TOOL-02" MustNot "server/tools, Capabilities" "The tool set depends neither on the connection nor on what other requests did.";
    LIST_ORDER = "TOOL-04" Should "server/tools, Capabilities" "The same tools are listed in the same order.";
    NAMES = "TOOL-05" Should "server/tools, Tool Names" "A tool's name has 1 to 128 letters, digits, hyphens, underscores or dots, and no other tool has it.";
    INPUT_SCHEMA = "TOOL-07" Must "server/tools, Tool" "An input schema is an object schema.";
    OUTPUT_SCHEMA = "TOOL-08" Must "server/tools, Output Schema" "What a tool with an output schema returns conforms to it; no exception is written for isError.";
    CONTENT = "TOOL-09" Must "schema, CallToolResult" "What a tool call returns stands in content, an array of blocks; isError is true or false.";
    PROTOCOL_ERROR = "TOOL-10" Info "server/tools, Error Handling 1" "An unknown tool or a malformed request is a JSON-RPC error.";
    EXECUTION_ERROR = "TOOL-11" Info "server/tools, Error Handling 2" "A failure, bad arguments or a withheld consent is a result with isError: true that the model can read.";
    CALL_SHAPE = "TOOL-14" Must "schema, CallToolRequestParams" "A tools/call names its tool, and its arguments are an object.";
    HANDLE = "HAND-01" Info "server/tools, Stateful Tools" "A handle names state and grants nothing.";
}

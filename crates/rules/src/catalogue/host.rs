family! {
    OWN_GATE = "HOST-01" Ours "architecture/index, Host" "A host asks for every call of a server that its user has not marked as trusted.";
    TRUST = "HOST-02" Ours "Two Gates" "Trust is one setting per server, made by the user, default none, and approves no call.";
    OWN_RENDERING = "HOST-03" Ours "server/tools, Security Considerations 2" "A host shows its own rendering of the call first, and the server's message below, marked as the server's.";
    STANDING_RULE = "HOST-04" Ours "Two Gates" "A standing rule covers exactly one server, tool and listed definition; deny beats ask beats allow.";
    RULE_NOT_ANSWER = "HOST-05" Ours "Two Gates" "A standing rule skips only the host's own prompt, never a server's question.";
    LEDGER = "HOST-06" Ours "Two Gates" "The host records every answer: server, tool, arguments' hash, when, by a person or by which rule.";
    IDENTITY = "HOST-07" Should "server/tools, Tool Names" "A host knows a server by its own configuration and a tool by its exact name within it.";
}

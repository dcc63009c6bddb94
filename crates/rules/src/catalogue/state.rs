family! {
    HOSTILE = "RS-01" Must "basic/patterns/mrtr, Server Requirements 4" "A requestState that comes back is attacker-controlled input.";
    INTEGRITY = "RS-02" Must "basic/patterns/mrtr, Server Requirements 4" "A state that influences what runs is integrity-protected, and one that fails verification is rejected.";
    PRINCIPAL = "RS-04" Should "basic/patterns/mrtr, Server Requirements 5" "A state names its principal, and is rejected in anyone else's hands.";
    EXPIRY = "RS-05" Should "basic/patterns/mrtr, Server Requirements 5" "A state has a short expiry, and is rejected after it.";
    REQUEST = "RS-06" Should "basic/patterns/mrtr, Server Requirements 5" "A state names the request that it belongs to, and is rejected on another.";
    ONCE = "RS-07" Must "basic/patterns/mrtr, Server Requirements 5" "What may happen at most once is kept so by the server's own store.";
    CLIENT_AND_USER = "RS-09" Must "client/elicitation, Security Considerations 1" "A question is bound to the client and to the user.";
    CONTRACT = "RS-11" Ours "Two Gates" "A state names the contract of its tool, and is rejected when the tool or its promise is another.";
    NOT_BURNT = "RS-12" Ours "Two Gates" "A state that is refused in the wrong hands or on the wrong call still works for the honest caller.";
    USED = "RS-13" Ours "Two Gates" "A state that a complete result has used brings no second result that reads as done.";
}

family! {
    OUTLIVES = "GRANT-01" Ours "Two Gates" "An approval that is valid for a request never authorizes an execution that outlives the request; what outlives it is a stored grant.";
    ONE_PATH = "GRANT-02" Ours "Two Gates" "Every yes becomes a grant, and acting at once is claiming that grant at once.";
    NOT_IN_PAYLOAD = "GRANT-03" Ours "Two Gates" "Approval is never in the payload: answers, states and queues carry references, and the stored row is the authority.";
    ISSUED_ONCE = "GRANT-04" Ours "Two Gates" "One question issues at most one grant, however often its yes arrives.";
    CLAIMED_ONCE = "GRANT-05" Ours "Two Gates" "One conditional write claims a grant; the second claim finds it used.";
    EXPIRY = "GRANT-06" Ours "Two Gates" "A grant is neither claimed nor committed after the time that its question showed, by the store's clock.";
    SNAPSHOT = "GRANT-07" Ours "Two Gates" "The resource as it stood at the question is sealed, and the effect refuses when it has changed.";
    STILL_AUTHORIZED = "GRANT-08" Ours "Two Gates" "A claim asks whether its principal may still do this.";
    REVOCATION = "GRANT-09" Ours "Two Gates" "A grant that is not yet claimed can be revoked, for good.";
    OUTCOME = "GRANT-10" Ours "Two Gates" "A state that was used answers its rightful principal with what became of it, and runs nothing again.";
    AUDIT = "GRANT-11" Ours "server/tools, Security Considerations 2" "Each change and its audit row are one transaction, and the rows of a grant are chained.";
    NOT_EVICTED = "GRANT-12" Ours "Two Gates" "A full store refuses the next question; nothing live is evicted.";
    UNKNOWN_SAID = "GRANT-13" Ours "Two Gates" "An outcome that is not known is recorded as unknown, never as done or not done.";
    NO_EFFECT = "GRANT-14" Ours "Two Gates" "A call that ran unasked, and a question that no effect follows, leave no grant.";
    IN_FLIGHT = "GRANT-15" Ours "Two Gates" "A yes can be taken back until its effect is committed; after that whoever asks is told that it is too late.";
    FENCED = "GRANT-16" Ours "Two Gates" "Each claim has a fence; who held an older one can neither commit nor record an end.";
    NOT_BEFORE = "GRANT-17" Ours "Two Gates" "A grant is not claimed before the time that its question showed.";
    RESTORED = "GRANT-18" Ours "Two Gates" "After a restore from a copy, a grant that is older than the restore is never claimed again.";
    MANY_USES = "GRANT-19" Ours "Two Gates" "A yes counts for several runs only where the operator declares the call idempotent and the question showed how many; each run is a claim of its own.";
    EACH_ITEM = "GRANT-20" Ours "Two Gates" "A yes to a whole list is one grant for each of its items, each spent once.";
    PROVEN = "GRANT-21" Ours "Two Gates" "What an effect rests on is tested when the server starts, and a backend that does not keep its promise is refused.";
}

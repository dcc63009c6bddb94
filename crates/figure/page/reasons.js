// What can be guessed before a verdict, and why a wrong guess is wrong: by the guess, then by what really happened.

export const GUESS = {
  host: "the host",
  one: "gate one",
  ask: "a question to a person",
  two: "a no at gate two",
  grant: "a no at the grant",
  queue: "the queue",
  run: "the effect",
};

const NO_TOKEN = "Gate one looks at scopes alone, and here they suffice.";
const ASKED_ONLY = "Nobody was asked about this very call yet.";
const NOT_YET = "It got further than that.";

export const REASON = {
  host: {
    one: "A trusted server is relied on to ask. The host sends the call, and the server's own gate stops it.",
    ask: "A trusted server is relied on to ask. The host sends the call, and waits for the question.",
    two: "The host sent it. What is wrong with the answer only the server can tell.",
    grant: "The host sent it. Whether a yes was spent stands in the server's store, not in the host.",
    queue: "The host sent it. Nothing about it was the host's to stop.",
    run: "The host sent it. Nothing about it was the host's to stop.",
  },
  one: {
    host: "It never left the host: nothing reached gate one.",
    ask: NO_TOKEN + " A person must still decide.",
    two: NO_TOKEN + " It is the answer, or the client, that does not do.",
    grant: NO_TOKEN + " It is the record of the yes that says no.",
    queue: NO_TOKEN + " The yes was good as well, so it waits.",
    run: NO_TOKEN + " Nothing else was in its way.",
  },
  ask: {
    host: "It never left the host: nobody could be asked by the server.",
    one: "Gate one comes first. While the token does not cover the call, nobody is asked.",
    two: "A question was answered already, or cannot be shown. Gate two only judged what came.",
    grant: "The question was answered already. What counts now is what became of that yes.",
    queue: "The question was answered with an exact yes. Nobody is asked twice.",
    run: "Nothing had to be asked: a yes to this very call is there, or the call only reads at home.",
  },
  two: {
    host: "It never left the host: gate two did not see it.",
    one: "Gate one comes first. Gate two never saw the call.",
    ask: ASKED_ONLY + " Gate two has nothing to refuse yet: it asks.",
    grant: "Gate two was passed before. The record of the yes decides now.",
    queue: "The state is genuine and the yes is exact: gate two has nothing against it.",
    run: "Nothing that is still on had anything against it.",
  },
  grant: {
    host: "It never left the host, so there is no grant.",
    one: "Gate one comes first. There is no grant for a call that never got past it.",
    ask: ASKED_ONLY + " A grant is the record of a yes, so there is none.",
    two: "Gate two stops it first: without an exact yes to this call no grant is looked at.",
    queue: "The grant was just issued. Nobody has spent it, and its time is not over.",
    run: "The grant was unspent and in time: it is spent now.",
  },
  queue: {
    host: "It never left the host.",
    one: "Only an approved call is queued. This one did not even reach the question.",
    ask: ASKED_ONLY + " Only an approved call is queued.",
    two: "Only an approved call is queued, and this answer approves nothing.",
    grant: NOT_YET + " The grant stood in the store, and said no.",
    run: "Nothing waits any more: it takes effect in this step.",
  },
  run: {
    host: "The host did not send it. Nothing can take effect that is not sent.",
    one: "The token does not cover it. Gate one stops it before anybody is asked.",
    ask: ASKED_ONLY + " Without a yes nothing takes effect.",
    two: "Only an exact yes, in time, by the same person, to the same call, counts. This was none.",
    grant: "A yes acts once, in time, and while nobody takes it back. The store keeps that.",
    queue: "It is approved, and not yet done: a worker will act.",
  },
};

/** Where a step ended, in the words of the guesses. */
export function landed(moments, edge) {
  const { verdict, effects } = edge.came;
  if (effects || verdict === "ran" || verdict === "listed") return "run";
  if (verdict === "asked") return "ask";
  if (verdict === "queued") return "queue";
  const judged = moments.findLast(({ gate }) => gate);
  const place = judged?.station ?? "host";
  if (place === "door" || place === "one") return "one";
  if (place === "host" || place === "two") return verdict === "gave-up" ? "one" : place;
  return "grant";
}

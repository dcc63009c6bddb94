// Entries that belong together are one moment: a request with its answer, a question with what the person said.

const SERVER = /^(server|shop|staging)$/;

/** The moments of one edge. */
export function moments(entries, edge, place) {
  // A step that nothing came of is a moment as well.
  if (entries.length === 0) return [{ ...moment([{ kind: "note", from: "", text: [] }], edge, place), last: true }];
  const groups = [];
  for (const entry of entries) {
    const group = groups.at(-1);
    if (group && joins(entry, group)) group.push(entry);
    else groups.push([entry]);
  }
  const all = groups.map((group) => moment(group, edge, place));
  if (all.length > 0) all.at(-1).last = true;
  return all;
}

function joins(entry, group) {
  if (entry.kind === "host") return group.some(isRequest) || group[0].kind === "human";
  if (entry.kind === "effect") return SERVER.test(entry.from);
  return entry.answers !== undefined && group.some(({ number }) => number === entry.answers) && !isRequest(entry);
}

const isRequest = (entry) => Boolean(entry.http?.request) || entry.message?.response_type !== undefined;

function moment(entries, edge, place) {
  const request = entries.find(isRequest);
  const response = entries.find((entry) => entry !== request && entry.message !== undefined) ??
    entries.find((entry) => entry.http?.status !== undefined);
  const gate = entries.findLast((entry) => entry.gate)?.gate;
  const effects = entries.filter(({ kind, from }) => kind === "effect" && SERVER.test(from)).flatMap(({ text }) => text);
  return { entries, request, response, gate, effects, edge, place, last: false, ...stands(entries, gate, edge) };
}

/** At which station a moment stands, and in which tone. */
function stands(entries, gate, edge) {
  const [begin] = entries;
  const { effects, verdict } = edge.came ?? {};
  if (begin.kind === "oauth") return { station: "auth", tone: "plain" };
  if (begin.kind === "human") return { station: "alice", tone: begin.text.at(-1) === "> yes" ? "pass" : "wait" };
  if (begin.kind === "http" && !gate) return { station: "auth", tone: "plain" };
  if (begin.kind === "note") return { station: verdict === "idle" ? "worker" : "host", tone: "plain" };
  const acts = begin.from === "worker" || entries.some(isRequest);
  if (effects && acts && (!gate || tones[gate.verdict] === "pass")) {
    return { station: "effect", tone: isHarm(edge) ? "harm" : "pass" };
  }
  if (!gate) return { station: outside(begin, edge), tone: begin.from === "the clock" ? "wait" : "plain" };
  if (verdict === "queued") return { station: "grant", tone: "wait" };
  if (gate.verdict === "died" || gate.verdict === "stalled") return { station: "worker", tone: tones[gate.verdict] };
  return { station: places[gate.gate] ?? "two", tone: tones[gate.verdict] ?? "plain" };
}

/** Whether something happened that a defence, had it been on, would not have let happen. */
const isHarm = ({ came, on }) => on !== null && JSON.stringify(came.effects) !== JSON.stringify(on?.effects);

/** Where something stands that no gate decided. */
function outside({ kind, from }, { choice }) {
  if (from === "the clock") return choice === "away" ? "alice" : "grant";
  if (kind === "host") return "host";
  if (from === "somebody else") return "effect";
  if (from === "worker") return "worker";
  if (from === "authorization server") return "auth";
  return kind === "effect" ? "grant" : "door";
}

const places = {
  "host": "host",
  "client": "host",
  "front door": "door",
  "gate one": "one",
  "gate two": "two",
  "grant": "grant",
  "tool": "two",
};

const tones = {
  passed: "pass",
  filtered: "pass",
  spent: "pass",
  taken: "pass",
  issued: "wait",
  asked: "ask",
  asks: "ask",
  refused: "stop",
  failed: "stop",
  denied: "stop",
  died: "stop",
  stalled: "wait",
  "taken back": "stop",
  "gave up": "stop",
  "not filtered": "harm",
};

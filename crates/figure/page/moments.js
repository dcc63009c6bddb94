// Entries that belong together are one moment: a request with its answer, a question with what the person said.

const SERVER = /^(server|shop|staging)$/;

/** The moments of one edge. */
export function moments(entries, edge, place) {
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
  if (begin.kind === "oauth") return { station: "auth", tone: "plain" };
  if (begin.kind === "human") return { station: "alice", tone: begin.text.at(-1) === "> yes" ? "pass" : "wait" };
  if (begin.kind === "http" && !gate) return { station: "door", tone: "plain" };
  if (!gate) return { station: outside(begin), tone: "plain" };
  const tone = tones[gate.verdict] ?? "plain";
  const did = Boolean(edge.came?.effects);
  if (tone === "pass" && did) return { station: "effect", tone: edge.on ? "harm" : "pass" };
  if (begin.from === "worker" && gate.verdict !== "spent") return { station: gate.verdict === "died" ? "worker" : "grant", tone };
  return { station: places[gate.gate] ?? "two", tone };
}

function outside(entry) {
  if (entry.kind === "host") return entry.from === "model" ? "model" : "host";
  if (entry.from === "somebody else") return "effect";
  if (entry.from === "worker") return "worker";
  if (entry.from === "authorization server") return "auth";
  return entry.kind === "effect" ? "grant" : "one";
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
};

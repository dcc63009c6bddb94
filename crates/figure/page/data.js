// The graph as the generator wrote it: parts of messages, edges, nodes, and where runs begin. Nothing here decides.

let packed = null;
let edges = [];
let nodes = [];
const expanded = new Map();

/** Takes the data that stands in the page. */
export function take(data) {
  packed = data;
  expanded.clear();
  edges = rows(data.e, (next) => {
    const choice = next();
    const [step, came] = [next("step"), next("came")];
    const on = next() - 1;
    return { choice, step, came, on, target: next("target"), beats: many(next(), () => next("beat")) };
  });
  nodes = rows(data.n, (next) => ({ world: next("world"), edges: many(next(), () => next("edge")) }));
}

const many = (count, make) => Array.from({ length: count }, make);

/** Rows of numbers, one behind the other; what is of a column stands as the distance from the last of it. */
function rows(numbers, row) {
  const last = {};
  const all = [];
  let at = 0;
  const next = (column) => {
    const number = numbers[at];
    at += 1;
    if (!column) return number;
    last[column] = (last[column] ?? 0) + number;
    return last[column];
  };
  while (at < numbers.length) all.push(row(next));
  return all;
}

/** A part with all that it refers to. */
export function part(place) {
  if (expanded.has(place)) return expanded.get(place);
  const kept = packed.p[place];
  let value = kept;
  if (Array.isArray(kept)) {
    value = kept[0] === 0 ? kept[1] : kept.slice(1).map(part);
  } else if (typeof kept === "object") {
    value = Object.fromEntries(Object.entries(kept).map(([name, member]) => [name, part(member)]));
  }
  expanded.set(place, value);
  return value;
}

/** A node: the world, and the edges that lead on. */
export function node(place) {
  const { world, edges: onward } = nodes[place];
  const [files, paid, searched, grants, ledger, audit, token] = part(world);
  return { world: { files, paid, searched, grants, ledger, audit, token }, edges: onward };
}

/** An edge: a choice, its step of a vector, what came of it, and what passed. */
export function edge(place) {
  const { choice, step, came, on, target, beats } = edges[place];
  return {
    place,
    choice: packed.c[choice],
    step: part(step),
    came: part(came),
    on: on < 0 ? null : part(on),
    target,
    beats: beats.map((beat) => entry(part(beat))),
  };
}

/** A transcript entry, by the places of its list. */
function entry([kind, from, to, answers, http, message, text, gate, violation, modelReads]) {
  return { kind, from, to, answers, http, message: message?.[0], text: text ?? [], gate, violation, modelReads };
}

/** Where a run begins with these settings, without this defence; the same as with all of them where it changes nothing. */
export function start(setting, off) {
  const starts = packed.s[setting];
  return off && off in starts[1] ? starts[1][off] : starts[0];
}

/** The defences that can change something with these settings. */
export const matter = (setting) => Object.keys(packed.s[setting][1]);

/** The `setup` of the vectors of these settings. */
export const setup = (setting) => part(packed.s[setting][2]);

/** The runs that both lessons tell. */
export const told = () => packed.t;

/** The told run with this name. */
export const taleNamed = (name) => packed.t.find((candidate) => candidate.name === name);

export const defences = () => packed.d;
export const rule = (id) => packed.r[id];

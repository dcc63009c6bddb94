// A run: the settings and the choices so far, walked through the graph.

import { edge, node, start, told } from "./data.js";
import { moments } from "./moments.js";

const ORDER = ["call", "token", "grants", "forms", "when"];
export const VALUES = {
  call: ["delete", "pay", "large", "search", "list", "payroll"],
  token: ["enough", "little", "none"],
  grants: ["all", "half", "nothing"],
  forms: ["forms", "blind"],
  when: ["now", "queue"],
};

/** The run with which the page begins. */
export function first() {
  const setting = Object.fromEntries(ORDER.map((name) => [name, VALUES[name][0]]));
  return { setting, off: "", told: "", path: [] };
}

const asks = (setting) => setting.call !== "list" && setting.call !== "payroll";

/** Which settings the call meets at all. */
export function meets({ call, token, forms }) {
  const covered = call === "list" || call === "search" || call === "delete";
  return {
    call: true,
    token: true,
    grants: token === "little" || (token === "none" && !covered),
    forms: asks({ call }),
    when: asks({ call }) && forms === "forms",
  };
}

/** The settings as the graph names them: what the call does not meet stands at its first value. */
export function key(setting) {
  const met = meets(setting);
  return ORDER.map((name) => (met[name] ? setting[name] : VALUES[name][0])).join(".");
}

/** Where a run begins. */
function begins(run) {
  if (!run.told) return start(key(run.setting), run.off);
  const tale = told().find(({ name }) => name === run.told);
  const without = tale.starts.find(([off]) => off.join("+") === run.off);
  return (without ?? tale.starts[0])[1];
}

/** Walks a run. A choice that the graph does not have there ends it. */
export function walk(run) {
  const nodes = [begins(run)];
  const edges = [];
  const entries = [];
  const shown = [];
  for (const choice of run.path) {
    const here = node(nodes.at(-1));
    const taken = here.edges.map(edge).find((candidate) => candidate.choice === choice);
    if (!taken) break;
    const from = entries.length;
    for (const beat of taken.beats) {
      const number = entries.length + 1;
      entries.push({ ...beat, number, answers: beat.answers ? number - beat.answers : undefined });
    }
    edges.push(taken);
    nodes.push(taken.target);
    shown.push(...moments(entries.slice(from), taken, edges.length - 1));
  }
  const last = node(nodes.at(-1));
  return { nodes: nodes.map(node), edges, entries, moments: shown, choices: last.edges.map(edge) };
}

/** The first edge at which a defence that is off lets something else happen. */
export const parts = (walked) => walked.edges.findIndex(({ on }) => on !== null);

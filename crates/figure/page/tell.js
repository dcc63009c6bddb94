// What a moment comes to in words: the headline, the reason, the rule.

import { rule } from "./data.js";
import { SAYS, STATION, VERB, VERDICT } from "./strings.js";

/** The headline of a moment, and the sentence below it. */
export function headline(moment, tale) {
  if (!moment) return tale ? { head: sentence(tale.title), why: tale.story } : { head: SAYS.start, why: SAYS.startRule };
  const { gate, entries, station, edge } = moment;
  const [begin] = entries;
  if (station === "effect" && edge.came?.effects) {
    return { head: sentence(edge.came.effects.join(", ")), why: sentence(gate?.why ?? "") };
  }
  if (begin.kind === "note") return { head: sentence(verdict(edge.came ?? { verdict: "" })), why: "" };
  if (begin.kind === "human") return { head: answered(begin), why: "" };
  if (begin.kind === "oauth") return { head: asked(entries), why: got(entries) };
  if (gate) return { head: decided(moment), why: sentence(gate.why) };
  if (begin.kind === "http") return { head: sentence(SAYS.metadata), why: "" };
  if (begin.from === "the clock") return { head: sentence(minutes(begin.text[0])), why: "" };
  if (begin.text.length > 0) return { head: sentence(`${begin.from} ${begin.text[0]}`), why: begin.text.slice(1).join(" ") };
  return { head: sentence(SAYS.calls(begin.from, begin.message?.params?.name ?? begin.message?.method)), why: "" };
}

/** What a gate decided, as a sentence. */
function decided(moment) {
  const { gate, edge } = moment;
  const word = edge.came?.verdict === "queued" && gate.verdict === "refused" ? "queued" : gate.verdict;
  return sentence(`${named(moment)} ${VERB[word] ?? word}`);
}

/** Whole minutes, where a clock says seconds. */
function minutes(text) {
  const seconds = Number.parseInt(text, 10);
  return seconds % 60 === 0 ? text.replace(/^\d+ seconds/, `${seconds / 60} minutes`) : text;
}

/** The rules that a moment rests on, with their sentences. */
export const rules = ({ gate, entries }) =>
  [...new Set([...(gate?.rules ?? []), ...entries.flatMap(({ violation }) => violation?.rules ?? [])])]
    .map((id) => [id, rule(id)])
    .filter(([, known]) => known);

/** What an edge came to, in words. */
export const verdict = ({ verdict: word, effects }) =>
  [VERDICT[word] ?? word, ...(effects ?? [])].join(": ");

const named = ({ gate, station }) =>
  ["grant", "host", "client", "tool"].includes(gate.gate) ? `the ${gate.gate}` : (STATION[station] ?? gate.gate);

function answered({ from, text }) {
  const said = text.findLast((line) => line.startsWith("> "))?.slice(2) ?? "";
  return sentence(`${from}: ${said}`);
}

function asked(entries) {
  const scope = entries.find(({ message }) => message?.response_type)?.message.scope;
  return scope ? sentence(`the client asks for ${scope}`) : sentence("the client asks for a token");
}

function got(entries) {
  const scope = entries.find(({ message }) => message?.access_token)?.message.scope;
  return scope === undefined ? "" : sentence(scope ? `it gets ${scope}` : "it gets no scope");
}

function sentence(text) {
  const whole = text.trim();
  if (whole === "") return "";
  const end = /[.!?…]$/.test(whole) ? "" : ".";
  return whole.charAt(0).toUpperCase() + whole.slice(1) + end;
}

// What a moment comes to in words: the headline, the reason, the rule.

import { rule } from "./data.js";
import { SAYS, STATION, VERB, VERDICT } from "./strings.js";

/** The headline of a moment, and the sentence below it. */
export function headline(moment) {
  if (!moment) return { head: SAYS.start, why: SAYS.startRule };
  const { gate, entries, effects, station } = moment;
  const [begin] = entries;
  if (station === "effect" && effects.length + (moment.edge.came?.effects?.length ?? 0) > 0 && gate) {
    return { head: sentence(moment.edge.came.effects?.join(", ") ?? effects.join(", ")), why: sentence(gate.why) };
  }
  if (begin.kind === "human") return { head: answered(begin), why: "" };
  if (begin.kind === "oauth") return { head: asked(entries), why: got(entries) };
  if (gate) return { head: sentence(`${named(moment)} ${VERB[gate.verdict] ?? gate.verdict}`), why: sentence(gate.why) };
  if (begin.text?.length > 0) return { head: sentence(`${begin.from} ${begin.text[0]}`), why: begin.text.slice(1).join(" ") };
  return { head: sentence(`${begin.from} sends ${begin.http?.request ?? begin.message?.method ?? "it"}`), why: "" };
}

/** The rules that a moment rests on, with their sentences. */
export const rules = ({ gate, entries }) =>
  [...new Set([...(gate?.rules ?? []), ...entries.flatMap(({ violation }) => violation?.rules ?? [])])]
    .map((id) => [id, rule(id)])
    .filter(([, known]) => known);

/** What an edge came to, in words. */
export const verdict = ({ verdict: word, effects }) =>
  [VERDICT[word] ?? word, ...(effects ?? [])].join(": ");

const named = ({ gate, station }) => (gate.gate === "grant" ? "the grant" : STATION[station] ?? gate.gate);

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
  const end = /[.!?…]$/.test(whole) ? "" : ".";
  return whole.charAt(0).toUpperCase() + whole.slice(1) + end;
}

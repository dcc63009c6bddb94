// What an arm of the story is: a program around one client. It reads commands, one line of JSON each, does what they say
// with its client and with nothing else, and answers each with one line: what the client gave to its host.
//
//   {"do": "connect", "url": ..., "person": {"bench", "user", "grant"}, "scopes": ...}    {}       first, and once
//   {"do": "connect", "command": [...]}                                                   {}       instead, over stdio
//   {"do": "grant", "how": "all" | "half" | "nothing" | "deny"}                           {}
//   {"do": "list"}                                                                        {"tools": [...]}
//   {"do": "call", "tool": ..., "args": ..., "answer": "accept" | "decline" | "cancel"}   {"asked", "isError", "text"}
//
// `scopes` is for a client that reaches no hidden tool by stepping up: what its person has set it to ask for at once.
//
// What it cannot do is {"error": why}; what its client can never do, {"impossible": why}.

import { createInterface } from 'node:readline';

// What a library says goes where it does not disturb.
console.debug = console.info = console.log = console.error;

/** Obeys until the input ends; what there is to close is closed then. */
export async function obey({ close, ...commands }) {
  for await (const line of createInterface({ input: process.stdin })) {
    const { do: command, ...told } = JSON.parse(line);
    let said;
    try {
      said = (await commands[command](told)) ?? {};
    } catch (failed) {
      said = { error: String(failed?.message ?? failed) };
    }
    process.stdout.write(`${JSON.stringify(said)}\n`);
  }
  await close?.();
  process.exit(0);
}

/** The callback to which a person's browser is sent from an authorization page. */
export async function clicked({ bench, user, grant }, url) {
  const response = await fetch(`${bench}/click`, { method: 'POST', body: JSON.stringify({ url, user, grant }) });
  if (!response.ok) throw new Error(await response.text());
  return (await response.json()).callback;
}

/** The text of a result's blocks. */
export function textOf(content) {
  return content.map((block) => block.text ?? `(${block.type})`).join('\n');
}

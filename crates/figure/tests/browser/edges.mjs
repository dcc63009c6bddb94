// Every edge as the page's own modules read it from the page, one a line: no browser is needed for that.
//
//   node edges.mjs FIGURE
//
// The module that reads them is the page's, and stands beside this one as `data.mjs`.

import { readFileSync } from "node:fs";
import { edge, take } from "./data.mjs";

const [figure] = process.argv.slice(2);
const [, packed] = readFileSync(figure, "utf8").match(/id="graph">([^<]*)</);
const text = new Blob([Buffer.from(packed, "base64")]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
const data = await new Response(text).json();
take(data);
const words = (came) => (came ? [came.verdict, ...(came.effects ?? [])].join("; ") : "");
const lines = [];
for (let place = 0; ; place += 1) {
  let read;
  try {
    read = edge(place);
  } catch {
    break;
  }
  const { choice, step, came, on, target, beats } = read;
  const kinds = beats.map(({ kind, from }) => `${kind} of ${from}`).join(", ");
  lines.push([place, choice, step.do, words(came), words(on), target, kinds].join(" | "));
}
console.log(lines.join("\n"));

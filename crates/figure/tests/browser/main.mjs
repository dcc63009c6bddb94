// Plays the figure in a real browser.
//
//   node main.mjs FIGURE PATHS FOLDER [--paths-only]
//
// FIGURE is the page, PATHS what `figure --paths` printed, and FOLDER takes the exported vectors and the pictures. What is
// wrong is printed line by line, and ends the run with 1.

import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { withBrowser } from "./browser.mjs";
import { guesses, motion, taken } from "./manners.mjs";
import { looks } from "./looks.mjs";
import { play } from "./paths.mjs";
import { speed } from "./speed.mjs";

const [file, list, folder, only] = process.argv.slice(2);
const figure = pathToFileURL(resolve(file)).href;
const paths = readFileSync(list, "utf8").trim().split("\n").map((line) => JSON.parse(line));
const vectors = join(folder, "vectors");
mkdirSync(vectors, { recursive: true });
const empty = join(folder, "empty.html");
writeFileSync(empty, "<!DOCTYPE html><html lang=\"en\"><title>empty</title><body><p>empty</p></body></html>\n");
const wrong = [];
const began = Date.now();

await withBrowser({ reducedMotion: "reduce" }, async (context) => {
  const come = [];
  for (const [place, path] of paths.entries()) {
    const by = place % 2 === 0 ? "mouse" : "keyboard";
    const { vector, address } = await play(context, figure, path, by, wrong);
    const name = `${String(place + 1).padStart(3, "0")}-${path.name}`;
    writeFileSync(join(vectors, `${name}.json`), vector);
    const { stops } = JSON.parse(vector);
    const through = stops.some((set) => set.join("+") === path.off);
    come.push([name, path.off, through ? "through" : "as expected", address].join("\t"));
  }
  writeFileSync(join(folder, "played.tsv"), `${come.join("\n")}\n`);
  console.log(`${paths.length} paths, ${Math.ceil(paths.length / 2)} by mouse, the others by keyboard`);
  if (only === "--paths-only") return;
  await guesses(context, figure, wrong);
  await taken(context, figure, wrong);
  await looks(context, figure, folder, wrong);
  await speed(context, figure, pathToFileURL(empty).href);
});
if (only !== "--paths-only") await withBrowser({ reducedMotion: "no-preference" }, (context) => motion(context, figure, wrong));

wrong.forEach((line) => console.log(`WRONG: ${line}`));
console.log(`${wrong.length} wrong, after ${Math.round((Date.now() - began) / 1000)} s`);
process.exit(wrong.length > 0 ? 1 : 0);

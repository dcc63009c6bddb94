// One check of the figure in a real browser.
//
//   node main.mjs CHECK FIGURE FOLDER [MORE]
//
// CHECK is one of those below, FIGURE the page, and FOLDER takes what a check leaves behind. What is wrong is printed line
// by line, and ends the run with 1.

import { mkdirSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { withBrowser } from "./browser.mjs";
import { tried } from "./first.mjs";
import { handled } from "./keys.mjs";
import { another, looks } from "./looks.mjs";
import { guesses, loading, motion, taken } from "./manners.mjs";
import { playAll } from "./paths.mjs";
import { printed } from "./print.mjs";
import { room } from "./room.mjs";
import { speed } from "./speed.mjs";

const [check, file, folder, more] = process.argv.slice(2);
const figure = pathToFileURL(resolve(file)).href;
const lines = () => readFileSync(more, "utf8").trim().split("\n").map((line) => JSON.parse(line));

const CHECKS = {
  mouse: (context, wrong) => playAll(context, figure, lines(), "mouse", folder, wrong),
  keyboard: (context, wrong) => playAll(context, figure, lines(), "keyboard", folder, wrong),
  guesses: (context, wrong) => guesses(context, figure, wrong),
  taken: (context, wrong) => taken(context, figure, wrong),
  motion: (context, wrong) => motion(context, figure, wrong),
  loading: (context, wrong) => loading(context, figure, wrong),
  handled: (context, wrong) => handled(context, figure, wrong),
  printed: (context, wrong) => printed(context, figure, folder, wrong),
  light: (context, wrong) => looks(context, figure, "light", folder, wrong),
  dark: (context, wrong) => looks(context, figure, "dark", folder, wrong),
  another: (context, wrong) => another(context, figure, folder, wrong),
  room: (context, wrong) => room(context, figure, lines(), wrong),
  tried: (context, wrong) => tried(context, figure, more, wrong),
  speed: (context) => speed(context, figure, folder),
};

mkdirSync(folder, { recursive: true });
const wrong = [];
const began = Date.now();
const reducedMotion = check === "motion" ? "no-preference" : "reduce";
await withBrowser({ reducedMotion }, (context) => CHECKS[check](context, wrong));
wrong.forEach((line) => console.log(`WRONG: ${line}`));
console.log(`${check}: ${wrong.length} wrong, after ${((Date.now() - began) / 1000).toFixed(1)} s`);
process.exit(wrong.length > 0 ? 1 : 0);

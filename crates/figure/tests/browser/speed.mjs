// How long the first paint and a step take, beside an empty page's. Printed, not asserted.

import { writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { open } from "./browser.mjs";

const TIMES = 5;
const middle = (values) => values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)];

export async function speed(context, figure, folder) {
  const file = join(folder, "empty.html");
  writeFileSync(file, '<!DOCTYPE html><html lang="en"><title>empty</title><body><p>empty</p></body></html>\n');
  const empty = pathToFileURL(resolve(file)).href;
  const wrong = [];
  const paint = async (address) => {
    const times = [];
    for (let time = 0; time < TIMES; time += 1) {
      const page = await context.newPage();
      await page.goto(address);
      times.push(await page.evaluate(painted));
      await page.close();
    }
    return middle(times);
  };
  const [ours, nothing] = [await paint(figure), await paint(empty)];
  const page = await open(context, figure, wrong);
  await page.emulateMedia({ reducedMotion: "reduce" });
  const steps = [];
  for (const choice of ["go", "arguments", "yes", "replay"]) {
    steps.push(await page.evaluate(stepped, choice));
  }
  await page.close();
  const ratio = (time) => `${(time / nothing).toFixed(2)} x`;
  console.log(`first paint: ${ours.toFixed(0)} ms, ${ratio(ours)} an empty page's ${nothing.toFixed(0)} ms`);
  console.log(`a step: ${middle(steps).toFixed(0)} ms, ${ratio(middle(steps))}; the slowest ${Math.max(...steps).toFixed(0)} ms`);
}

/** When the first paint was, in milliseconds since the page was asked for. */
const painted = () =>
  new Promise((done) => {
    const look = () => {
      const [entry] = performance.getEntriesByName("first-paint");
      if (entry) done(entry.startTime);
      else requestAnimationFrame(look);
    };
    look();
  });

/** From a click to the frame after it. */
const stepped = (choice) =>
  new Promise((done) => {
    const begun = performance.now();
    document.querySelector(`#ahead [data-choice="${choice}"]`).click();
    requestAnimationFrame(() => setTimeout(() => done(performance.now() - begun)));
  });

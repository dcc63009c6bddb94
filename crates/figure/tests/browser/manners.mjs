// What else the page promises: guesses with reasons, things to take along, addresses that carry a run, and motion that
// can be turned off.

import { readFileSync } from "node:fs";
import { open } from "./browser.mjs";

/** Every guess is answered: the right one with "Right.", each other with a reason of its own. */
export async function guesses(context, figure, wrong) {
  const page = await open(context, figure, wrong);
  await page.getByLabel("Let me guess first").check();
  await page.click('#ahead [data-choice="go"]');
  const names = await page.$$eval("#ahead [data-guess]", (all) => all.map(({ dataset }) => dataset.guess));
  const said = new Set();
  for (const name of names) {
    await page.click(`#ahead [data-guess="${name}"]`);
    said.add(await page.textContent("#told .reply"));
    await page.click("#back");
    await page.click('#ahead [data-choice="go"]');
  }
  if (names.length < 4 || said.size !== names.length || !said.has("Right.")) wrong.push(`guesses: ${[...said].join(" | ")}`);
  await page.close();
}

/** The text, the picture and the address; the address opens the same run at the same moment. */
export async function taken(context, figure, wrong) {
  const page = await open(context, `${figure}#pay.enough.all.forms.now/off=arguments/go,arguments@4`, wrong);
  const head = await page.textContent("#told .head");
  await page.click("#text");
  const text = await page.evaluate(() => navigator.clipboard.readText());
  if (!text.includes("requestState") || !text.includes("Mallory")) wrong.push("the text is not the transcript");
  const [download] = await Promise.all([page.waitForEvent("download"), page.click("#picture")]);
  const svg = readFileSync(await download.path(), "utf8");
  const drawn = await page.evaluate((source) => new DOMParser().parseFromString(source, "image/svg+xml").querySelector("parsererror") === null, svg);
  if (!drawn || !svg.includes("Gate two")) wrong.push("the picture is no picture");
  const cut = await page.evaluate(beyond, svg);
  if (cut.length > 0) wrong.push(`the picture is too narrow for: ${cut[0]}`);
  await page.click("#link");
  const address = await page.evaluate(() => navigator.clipboard.readText());
  const again = await open(context, address, wrong);
  const there = await again.textContent("#told .head");
  if (there !== head) wrong.push(`the address ${address} opens "${there}", and not "${head}"`);
  const live = await again.getAttribute("#told", "aria-live");
  if (live !== "polite") wrong.push("what is told is not told to a screen reader");
  await again.click("#theme");
  const theme = await again.evaluate(() => document.documentElement.dataset.theme);
  if (theme === undefined) wrong.push("the theme cannot be set");
  await page.close();
  await again.close();
}

/** The call moves where the system has nothing against it, and only there. */
export async function motion(context, figure, wrong) {
  const moves = async (page) => {
    await page.click('#ahead [data-choice="go"]');
    return page.evaluate(() => getComputedStyle(document.querySelector("#stage .call")).animationName !== "none");
  };
  const page = await open(context, figure, wrong);
  if (!(await moves(page))) wrong.push("the call does not move");
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.reload();
  if (await page.evaluate(() => getComputedStyle(document.querySelector("#stage .call")).animationName !== "none")) {
    wrong.push("the call moves although nothing should");
  }
  await page.close();
}

/** While the graph is not there, the page says so; a browser that cannot read it is told that. */
export async function loading(context, figure, wrong) {
  for (const [how, words] of [["never", /^Loading…$/], ["not", /lacks DecompressionStream/]]) {
    const page = await context.newPage();
    await page.addInitScript((never) => {
      if (never) Response.prototype.json = () => new Promise(() => {});
      else delete globalThis.DecompressionStream;
    }, how === "never");
    await page.goto(figure);
    const said = await page.textContent("#told");
    if (!words.test(said.trim())) wrong.push(`while the graph is ${how} read, the page says: ${said}`);
    await page.close();
  }
}

/** The texts of a picture that do not fit into it. */
const beyond = (source) => {
  const place = document.body.appendChild(document.createElement("div"));
  place.innerHTML = source;
  const { width } = place.querySelector("svg").viewBox.baseVal;
  const texts = [...place.querySelectorAll("text")].map((text) => ({ words: text.textContent, box: text.getBBox(), at: text.getCTM().e }));
  place.remove();
  return texts.filter(({ box, at }) => at + box.x < 0 || at + box.x + box.width > width + 1).map(({ words }) => words);
};

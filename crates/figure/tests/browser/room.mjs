// What a learner must press at a step is on the first screen: on a projector, on a small laptop, and as far as a phone goes.

import { open } from "./browser.mjs";

const SCREENS = [[1024, 768], [1366, 768], [1920, 1080]];
const PHONE = [360, 800];

/** At every state that the paths lead to. */
export async function room(context, figure, paths, wrong) {
  const states = [...new Set(paths.flatMap(addresses))];
  const page = await open(context, figure, wrong);
  for (const [width, height] of SCREENS) {
    await page.setViewportSize({ width, height });
    // The large one has the most room: a share of the states will do.
    const some = states.filter((_, place) => height < 1000 || place % 5 === 0);
    for (const { state, what, by } of await page.evaluate(outside, [some, "#bar select, #trail .soft, #steps button, .choice"])) {
      wrong.push(`${width} x ${height}, ${state}: ${what} is ${by} pixels below the fold`);
    }
    await beginning(page, [width, height], wrong);
    await guessing(page, [width, height], wrong);
  }
  const [width, height] = PHONE;
  await page.setViewportSize({ width, height });
  for (const { state, what, by } of await page.evaluate(outside, [states, "#told .head, #ahead li:first-child:first-of-type .choice"])) {
    if (!/^[2-9]/.test(what)) wrong.push(`${width} x ${height}, ${state}: ${what} is ${by} pixels below the fold`);
  }
  console.log(`${states.length} states, each on ${SCREENS.length + 1} screens`);
  await page.close();
}

/** Where a path leads, step by step. */
function addresses({ told, setting, off, steps }) {
  const begin = `#${told ? `told=${told}` : setting}${off ? `/off=${off}` : ""}/`;
  return [...steps.keys(), steps.length].map((many) => begin + steps.slice(0, many).map(({ choice }) => choice).join(","));
}

/** Before a run the scene is set: all of it is there to press. */
async function beginning(page, screen, wrong) {
  const found = await page.evaluate(outside, [["#pay.little.all.forms.now/"], "#scene label"]);
  found.forEach(({ what, by }) => wrong.push(`${screen.join(" x ")}, the scene: ${what} is ${by} pixels below the fold`));
}

/** All guesses are there to press. */
async function guessing(page, screen, wrong) {
  await page.check("#guess-first");
  await page.evaluate(() => document.querySelector("#ahead .choice").click());
  const low = await page.$$eval(".guess", (all) => all.filter((guess) => guess.getBoundingClientRect().bottom > innerHeight).length);
  if (low > 0) wrong.push(`${screen.join(" x ")}: ${low} guesses are below the fold`);
  await page.uncheck("#guess-first");
}

/** What of these elements is not wholly on the first screen, state by state. */
const outside = async ([states, selector]) => {
  const found = [];
  for (const state of states) {
    if (location.hash !== state) {
      await new Promise((done) => {
        addEventListener("hashchange", done, { once: true });
        location.hash = state;
      });
    }
    scrollTo(0, 0);
    for (const element of document.querySelectorAll(selector)) {
      const { bottom } = element.getBoundingClientRect();
      if (bottom > innerHeight) found.push({ state, what: element.textContent.trim() || element.id, by: Math.ceil(bottom - innerHeight) });
    }
  }
  return found;
};

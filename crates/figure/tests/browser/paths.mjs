// Plays paths by mouse and by keyboard, and compares every verdict with what the crates said.

import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { open, openAnew } from "./browser.mjs";

const ORDER = ["call", "token", "grants", "forms", "when"];

/** Plays every path in one page, and leaves the vectors that the page exports in a folder. */
export async function playAll(context, figure, paths, by, folder, wrong) {
  const vectors = join(folder, "vectors");
  mkdirSync(vectors, { recursive: true });
  const page = await open(context, figure, wrong);
  const hands = by === "keyboard" ? keyboard(page) : mouse(page);
  for (const path of paths) {
    await openAnew(page);
    const vector = await play(page, hands, path, by, wrong);
    writeFileSync(join(vectors, `${path.name}.json`), vector);
  }
  console.log(`${paths.length} paths by ${by}`);
}

/** Plays one path; says what differs, and gives the vector that the page exports. */
async function play(page, hands, path, by, wrong) {
  if (path.told) await hands.select("tale", path.told);
  else for (const [place, value] of path.setting.split(".").entries()) await hands.pick(ORDER[place], value);
  if (path.off) await hands.select("off", path.off);
  for (const [place, { choice, said }] of path.steps.entries()) {
    await hands.choose(choice);
    const came = await page.evaluate((step) => document.querySelector(`#trail [data-step="${step}"]`)?.dataset.verdict ?? null, place);
    if (came !== said) wrong.push(`${path.name} by ${by}, step ${place + 1} (${choice}): ${came}, and the crates say ${said}`);
  }
  await hands.press("vector");
  await page.waitForFunction(() => document.getElementById("taken").textContent !== "");
  return page.evaluate(() => navigator.clipboard.readText());
}

function mouse(page) {
  /** Presses what is wholly in sight at its middle, as a hand would. */
  const press = async (selector) => {
    const at = await page.evaluate(middle, selector);
    if (at === null) throw new Error(`the mouse does not reach ${selector}`);
    await page.mouse.click(...at);
  };
  return {
    select: (id, value) => page.selectOption(`#${id}`, value),
    pick: async (name, value) => {
      const input = `input[name="${name}"][value="${value}"]`;
      if (await page.isEnabled(input)) await press(input);
    },
    choose: (choice) => press(`#ahead [data-choice="${choice}"]`),
    press: (id) => press(`#${id}`),
  };
}

/** The middle of an element that is brought into sight; nothing where something else lies over it. */
const middle = (selector) => {
  const element = document.querySelector(selector);
  element?.scrollIntoView({ block: "nearest" });
  if (!element) return null;
  const { left, top, width, height } = element.getBoundingClientRect();
  const at = [left + width / 2, top + height / 2];
  const there = document.elementFromPoint(...at);
  return element === there || element.contains(there) ? at : null;
};

/** The same without a mouse: Tab to a control, arrows within it, digits for choices. */
function keyboard(page) {
  // The digits work in a field as well, so that nothing has to be reached for a choice.
  const reach = async (fits, what) => {
    for (let presses = 0; presses < 80; presses += 1) {
      if (await page.evaluate(fits, what)) return;
      await page.keyboard.press("Tab");
    }
    throw new Error(`Tab does not reach ${what} at ${page.url()}; it is at ${await page.evaluate(() => document.activeElement.outerHTML.slice(0, 80))}`);
  };
  const focused = (id) => document.activeElement.id === id;
  return {
    select: async (id, value) => {
      await reach(focused, id);
      const steps = await page.evaluate(
        ([of, wanted]) => {
          const options = [...document.getElementById(of).options].map((option) => option.value);
          return options.indexOf(wanted) - document.getElementById(of).selectedIndex;
        },
        [id, value],
      );
      for (let step = 0; step < Math.abs(steps); step += 1) await page.keyboard.press(steps > 0 ? "ArrowDown" : "ArrowUp");
    },
    pick: async (name, value) => {
      const enabled = await page.locator(`input[name="${name}"][value="${value}"]`).isEnabled();
      if (!enabled) return;
      await reach((of) => document.activeElement.name === of, name);
      for (let presses = 0; presses < 6; presses += 1) {
        if (await page.evaluate((wanted) => document.activeElement.value === wanted, value)) return;
        await page.keyboard.press("ArrowRight");
      }
      throw new Error(`arrows do not reach ${name} ${value}`);
    },
    choose: async (choice) => {
      const key = await page.getAttribute(`#ahead [data-choice="${choice}"]`, "data-key");
      await page.keyboard.press(key);
    },
    press: async (id) => {
      await reach(focused, id);
      await page.keyboard.press("Enter");
    },
  };
}

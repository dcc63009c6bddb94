// Plays paths by mouse and by keyboard, and compares every verdict with what the crates said.

import { open } from "./browser.mjs";

const ORDER = ["call", "token", "grants", "forms", "when"];

/** Plays one path; says what differs, and gives the vector that the page exports. */
export async function play(context, figure, path, by, wrong) {
  const page = await open(context, figure, wrong);
  const hands = by === "keyboard" ? keyboard(page) : mouse(page);
  if (path.told) await hands.select("tale", path.told);
  else for (const [place, value] of path.setting.split(".").entries()) await hands.pick(ORDER[place], value);
  if (path.off) await hands.select("off", path.off);
  for (const [place, { choice, said }] of path.steps.entries()) {
    await hands.choose(choice);
    const came = await page.evaluate((step) => document.querySelector(`#trail [data-step="${step}"]`)?.dataset.verdict ?? null, place);
    if (came !== said) wrong.push(`${path.name} by ${by}, step ${place + 1} (${choice}): ${came}, and the crates say ${said}`);
  }
  const address = page.url();
  await hands.press("vector");
  await page.waitForFunction(() => document.getElementById("taken").textContent !== "");
  const vector = await page.evaluate(() => navigator.clipboard.readText());
  await page.close();
  return { vector, address };
}

function mouse(page) {
  return {
    select: (id, value) => page.selectOption(`#${id}`, value),
    pick: async (name, value) => {
      const input = page.locator(`input[name="${name}"][value="${value}"]`);
      if (await input.isEnabled()) await page.locator("label", { has: input }).click();
    },
    choose: (choice) => page.click(`#ahead [data-choice="${choice}"]`),
    press: (id) => page.click(`#${id}`),
  };
}

/** The same without a mouse: Tab to a control, arrows within it, digits for choices. */
function keyboard(page) {
  const reach = async (fits, what) => {
    for (let presses = 0; presses < 80; presses += 1) {
      if (await page.evaluate(fits, what)) return;
      await page.keyboard.press("Tab");
    }
    throw new Error(`Tab does not reach ${what}`);
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
      await reach(() => !/SELECT|INPUT/.test(document.activeElement.tagName), "anything but a field");
      const key = await page.getAttribute(`#ahead [data-choice="${choice}"]`, "data-key");
      await page.keyboard.press(key);
    },
    press: async (id) => {
      await reach(focused, id);
      await page.keyboard.press("Enter");
    },
  };
}

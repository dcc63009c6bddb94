// What the texts say to try first is there under the words that they use, and ends as they say.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { open, openAnew } from "./browser.mjs";

/** By text: what to press, the verdict; the defence to switch off, and what comes then. */
const TEXTS = {
  "README.md": {
    press: ["Pay 20 EUR", "The model wants the call", "Alice says yes, and the arguments are changed"],
    ends: "Gate two says no.",
    off: "arguments",
    then: "Paid 900 EUR to Mallory.",
    once: ["Delete notes.txt", "The model wants the call", "Alice says yes, and the arguments are changed"],
    more: "The grant says no.",
  },
  "lessons/25-consent-and-least-privilege/README.md": {
    press: ["Delete notes.txt", "The model wants the call", "Bob answers, with Alice's state"],
    ends: "Gate two says no.",
    off: "principal",
    then: "Deleted notes.txt.",
  },
  "lessons/26-durable-grants/README.md": {
    press: ["queue it", "The model wants the call", "Alice says yes", "Fifteen minutes pass", "A worker takes the job"],
    ends: "The grant says no.",
    off: "grant-expiry",
    then: "Deleted notes.txt.",
  },
};

export async function tried(context, figure, root, wrong) {
  const page = await open(context, figure, wrong);
  const heads = async (text, wanted) => {
    const head = await page.textContent("#told .head");
    if (head !== wanted) wrong.push(`${text} says that it ends with "${wanted}", and it ends with "${head}"`);
  };
  for (const [text, { press, ends, off, then, once, more }] of Object.entries(TEXTS)) {
    const told = readFileSync(join(root, text), "utf8").replaceAll(/\s+/g, " ");
    for (const words of [...press, "Defence switched off"]) {
      if (!told.includes(`**${words}**`)) wrong.push(`${text} does not say **${words}**`);
    }
    if (!told.includes("consent-gates.html)") || !told.includes(`\`${off}\``)) wrong.push(`${text} says nothing of the figure, or of ${off}`);
    await openAnew(page);
    for (const words of press) await pressed(page, words);
    await heads(text, ends);
    await page.getByLabel("Defence switched off").selectOption(off);
    await heads(text, then);
    if (!once) continue;
    await page.click("#again");
    for (const words of once) await pressed(page, words);
    await heads(text, more);
  }
  await page.close();
}

/** Presses what is called so: a choice, or something of the scene. */
async function pressed(page, words) {
  await page.locator("#scene label:visible, #ahead .choice").filter({ has: page.getByText(words, { exact: true }) }).click();
}

// The page on paper: a still of the run, light in either theme, and whole.

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { open } from "./browser.mjs";
import { axed } from "./looks.mjs";

/** A run that a defence would have stopped, and one that a lesson tells. */
const RUNS = ["#pay.enough.all.forms.now/off=arguments/go,arguments@4", "#told=095-late-worker/next,next,next,next@9"];
// A4 less its margins, at 96 pixels an inch, and how many sheets a still may take.
const WIDTH = 688;
const MOST = 2;

export async function printed(context, figure, folder, wrong) {
  for (const theme of ["light", "dark"]) {
    for (const [place, run] of RUNS.entries()) {
      const where = `${run} printed from ${theme}`;
      const page = await open(context, `${figure}${run}`, wrong);
      await page.emulateMedia({ colorScheme: theme === "dark" ? "light" : "dark" });
      await page.click("#theme");
      const kept = await page.evaluate(keeps);
      await page.emulateMedia({ media: "print", colorScheme: theme });
      await page.setViewportSize({ width: WIDTH, height: 1000 });
      const { text, cut, ground } = await page.evaluate(shown);
      kept.filter((words) => !text.includes(words)).forEach((words) => wrong.push(`${where}: "${words}" is not on paper`));
      for (const words of ["Copy as vector", "Switch", "What happens next?", "Dark"]) {
        if (text.includes(words)) wrong.push(`${where}: "${words}" is on paper`);
      }
      if (cut.length > 0) wrong.push(`${where}: cut: ${cut[0]}`);
      if (!ground.every((colour) => colour === "rgba(0, 0, 0, 0)")) wrong.push(`${where}: the sheet is coloured ${ground}`);
      await axed(page, where, wrong);
      const pdf = await page.pdf({ format: "A4", preferCSSPageSize: true });
      const sheets = pdf.toString("latin1").match(/\/Type\s*\/Page\b/g)?.length ?? 0;
      if (sheets < 1 || sheets > MOST) wrong.push(`${where}: ${sheets} sheets`);
      writeFileSync(join(folder, `${place}-${theme}.pdf`), pdf);
      await page.close();
    }
  }
}

/** What the sheet must keep: the verdict, its reason and rules, what was set, every moment, and the address. */
const keeps = () => {
  const text = (selector) => [...document.querySelectorAll(selector)].map((element) => element.textContent.trim());
  const moments = [...document.querySelectorAll("#trail .dot")].map(({ title }) => title);
  const off = document.getElementById("off").value;
  return [
    ...text("h1"),
    ...text("#told p"),
    ...text("#told li"),
    ...text("#message .changes span"),
    ...text("#world li"),
    ...moments,
    ...(off ? [`without ${off}`] : []),
    location.hash,
  ].filter(Boolean);
};

/** The text that paper shows, what is cut, and the colours of the sheet. */
const shown = () => {
  const cut = [...document.querySelectorAll("main *")].filter(
    ({ scrollWidth, clientWidth, scrollHeight, clientHeight, tagName }) =>
      clientWidth > 0 && /^(PRE|P|LI|SECTION|DIV)$/.test(tagName) && (scrollWidth > clientWidth + 1 || scrollHeight > clientHeight + 1),
  );
  const ground = [document.documentElement, document.body].map((element) => getComputedStyle(element).backgroundColor);
  return { text: document.body.innerText, cut: cut.map((element) => element.outerHTML.slice(0, 120)), ground };
};

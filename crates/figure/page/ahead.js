// What can happen next, and the guess before it.

import { el, refill } from "./dom.js";
import { GUESS, REASON, landed } from "./reasons.js";
import { CHOICE, CHOICE_AFTER, SAYS, STEP } from "./strings.js";

const GROUPS = [["plain", SAYS.next], ["wrong", SAYS.wrongs], ["outside", SAYS.outside]];

/** What a choice is called here, and to which group it belongs. */
export function label({ choice, step }, path) {
  if (choice === "next") return [tale(step), "plain"];
  const used = path.includes("yes");
  return (used && CHOICE_AFTER[choice]) || CHOICE[choice];
}

/** What a step of a told run is called. */
function tale(step) {
  const what = STEP[step.do]?.(step) ?? step.do;
  const whole = step.tamper?.wrong ? SAYS.wrongWith(what, step.tamper.wrong) : what;
  return whole.charAt(0).toUpperCase() + whole.slice(1);
}

/** Draws the choices. Each is a button with the number that is its key. */
export function choices(place, walked, run, choose) {
  let number = 0;
  const groups = GROUPS.map(([group, title]) => {
    const fitting = walked.choices.filter((edge) => label(edge, run.path)[1] === group);
    if (fitting.length === 0) return null;
    const buttons = fitting.map((edge) => {
      number += 1;
      const key = number <= 9 ? String(number) : "";
      return el(
        "li",
        {},
        el(
          "button",
          { class: "choice", "data-choice": edge.choice, "data-key": key, onclick: () => choose(edge) },
          el("kbd", { "aria-hidden": "true" }, key),
          el("span", {}, label(edge, run.path)[0]),
        ),
      );
    });
    return el("div", { class: `group ${group}` }, el("h2", {}, title), el("ol", {}, ...buttons));
  });
  const end = walked.choices.length === 0 ? el("p", { class: "quiet" }, SAYS.end) : null;
  refill(place, ...groups, end);
}

/** Asks for a guess before a choice is played. `answered` is told the sentence to show. */
export function guess(place, edge, moments, answered) {
  const right = landed(moments, edge);
  const fits = ([name]) => name === right || REASON[name][right] !== undefined;
  const options = Object.entries(GUESS).filter(fits).map(([name, words], index) =>
    el(
      "li",
      {},
      el(
        "button",
        { class: "choice guess", "data-key": String(index + 1), "data-guess": name, onclick: () => answered(reply(name, right)) },
        el("kbd", { "aria-hidden": "true" }, String(index + 1)),
        el("span", {}, words),
      ),
    ),
  );
  refill(place, el("div", { class: "group guesses" }, el("h2", {}, SAYS.think), el("ol", {}, ...options)));
}

const reply = (name, right) => (name === right ? SAYS.right : `${SAYS.wrong(GUESS[name])} ${REASON[name][right]}`);

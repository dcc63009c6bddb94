// What only paper shows: what was set, and the run in words.

import { el, refill } from "./dom.js";
import { summary } from "./settings.js";
import { SAYS } from "./strings.js";
import { headline } from "./tell.js";

/** Draws the run in words, the moment that is looked at in bold, and below it the address that leads here. */
export function still(place, run, { moments }, at, address) {
  const lines = moments.map((moment, here) => el("li", {}, el(here === at ? "b" : "span", {}, headline(moment).head)));
  refill(
    place,
    el("h2", {}, SAYS.trail),
    el("p", {}, summary(run)),
    lines.length > 0 ? el("ol", {}, ...lines) : null,
    el("p", { class: "quiet" }, address),
  );
}

// The run so far, one dot for a moment, and the ways back. Tab reaches one dot, the arrows lead on from there.

import { byId, el, refill } from "./dom.js";
import { SAYS } from "./strings.js";
import { headline } from "./tell.js";

/** Draws the dots, with an arrow at each side. `go` is told which moment to look at. */
export function trail({ moments }, at, go) {
  const dots = moments.map((moment, place) =>
    el(
      "li",
      {},
      el("button", {
        class: "dot",
        tabindex: place === Math.max(at, 0) ? "0" : "-1",
        "data-tone": moment.tone,
        "data-step": moment.place,
        "data-verdict": moment.edge.came ? outcome(moment.edge.came) : null,
        "aria-current": place === at ? "step" : null,
        "aria-label": `${SAYS.step(place + 1, moments.length)}: ${headline(moment).head}`,
        title: headline(moment).head,
        onclick: () => go(place),
      }),
    ),
  );
  const arrow = (id, sign, to, label) =>
    el("button", { class: "soft", id, disabled: to < -1 || to >= moments.length, onclick: () => go(to), "aria-label": label }, sign);
  refill(
    byId("trail"),
    arrow("earlier", "←", at - 1, SAYS.earlier),
    el("ol", { "aria-label": SAYS.trail }, ...dots),
    arrow("later", "→", at + 1, SAYS.later),
  );
}

/** Draws the ways back, once there is something to go back from. */
export function steps(begun, back, again) {
  const button = (id, words, onclick) => el("button", { class: "soft", id, onclick }, words);
  refill(byId("steps"), ...(begun ? [button("back", SAYS.back, back), button("again", SAYS.again, again)] : []));
}

/** What a step came to, as the crates say it. */
const outcome = ({ verdict: word, effects }) => [word, ...(effects ?? [])].join("; ");

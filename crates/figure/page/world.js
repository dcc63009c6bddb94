// The state of the world beside the message, with what is new in it.

import { el } from "./dom.js";
import { SAYS, WORLD } from "./strings.js";

/** The world as a list; what was not there before is marked. */
export function world(now, before) {
  const rows = Object.entries(WORLD).map(([name, label]) => {
    const items = list(now[name]);
    const known = before ? list(before[name]) : items;
    const gone = known.filter((item) => !items.includes(item));
    const left = [...known];
    const shown = items.map((item) => {
      const at = left.indexOf(item);
      if (at >= 0) left.splice(at, 1);
      return el("li", { class: at < 0 ? "fresh" : null }, item);
    });
    const lost = name === "files" ? gone.map((item) => el("li", { class: "gone" }, el("del", {}, item))) : [];
    const none = shown.length + lost.length === 0 ? [el("li", { class: "quiet" }, SAYS.empty)] : [];
    return [el("dt", {}, label), el("dd", {}, el("ul", {}, ...shown, ...lost, ...none))];
  });
  return el("dl", { class: "world" }, ...rows.flat());
}

const list = (value) => (value === null || value === undefined ? [] : Array.isArray(value) ? value : value.split(" "));

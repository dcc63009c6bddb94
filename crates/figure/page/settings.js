// The scene: what is set before a run, the defence that is off, and the attacks that the lessons tell.

import { el, refill } from "./dom.js";
import { defences, matter, taleNamed, told } from "./data.js";
import { VALUES, key, meets } from "./run.js";
import { SAYS, SETTING } from "./strings.js";

/** Draws what can be changed at any time: the attack that is retold, and the defence that is off. */
export function bar(place, run, change) {
  const said = run.off.split("+").map((name) => defences().find(([known]) => known === name)?.[1] ?? "");
  const small = run.off ? el("small", { id: "stops" }, said.join(" ")) : null;
  refill(place, tale(run, change), defence(run, change), small);
}

/** Draws the scene of a free run. `change` is told what is set. */
export function scene(place, run, change) {
  const met = meets(run.setting);
  refill(place, ...Object.keys(VALUES).map((name) => group(name, run, met[name], change)));
}

/** What is set, in a few words. */
export function summary({ setting, told: name, off }) {
  const met = meets(setting);
  const set = Object.keys(VALUES).filter((known) => known !== "call" && met[known]);
  const words = set.map((known) => `${SETTING[known].label.toLowerCase()}: ${SETTING[known][setting[known]]}`);
  const run = name ? [taleNamed(name).title] : [SETTING.call[setting.call], ...words];
  return [...run, ...(off ? [SAYS.without(off)] : [])].join("; ");
}

function group(name, run, on, change) {
  const { label, ...words } = SETTING[name];
  const options = VALUES[name].map((value) =>
    el(
      "label",
      { class: "pick" },
      el("input", {
        type: "radio",
        name,
        value,
        checked: run.setting[name] === value,
        disabled: !on,
        onchange: () => change({ ...run, setting: { ...run.setting, [name]: value }, path: [] }),
      }),
      el("span", {}, words[value]),
    ),
  );
  return el("fieldset", { class: on ? null : "unmet" }, el("legend", {}, label), el("div", { class: "picks" }, ...options));
}

function tale(run, change) {
  const option = (name, title) => el("option", { value: name, selected: run.told === name }, title);
  const groups = [25, 26].map((lesson) => {
    const tales = told().filter((candidate) => candidate.lesson === lesson);
    return el("optgroup", { label: SAYS.lesson(lesson) }, ...tales.map(({ name, title }) => option(name, title)));
  });
  return el(
    "label",
    { class: "field" },
    el("span", {}, SAYS.told),
    el(
      "select",
      { id: "tale", onchange: ({ target }) => change({ ...run, told: target.value, off: "", path: [] }) },
      option("", SAYS.free),
      ...groups,
    ),
  );
}

function defence(run, change) {
  const tales = taleNamed(run.told);
  const useful = tales ? tales.starts.map(([off]) => off.join("+")).filter(Boolean) : matter(key(run.setting));
  const single = defences().map(([name]) => name);
  const names = [...useful, ...single.filter((name) => !useful.includes(name) && !tales)];
  const options = names.map((name) =>
    el(
      "option",
      { value: name, selected: run.off === name },
      useful.includes(name) ? name.replaceAll("+", " and ") : `${name} (${SAYS.noMatter})`,
    ),
  );
  const none = el("option", { value: "", selected: run.off === "" }, SAYS.none);
  return el(
    "label",
    { class: run.off ? "field off" : "field" },
    el("span", {}, SAYS.defence),
    el("select", { id: "off", onchange: ({ target }) => change({ ...run, off: target.value }) }, none, ...options),
  );
}

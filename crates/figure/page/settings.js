// The scene: what is set before a run, the defence that is off, and the attacks that the lessons tell.

import { el, refill } from "./dom.js";
import { defences, matter, taleNamed, told } from "./data.js";
import { VALUES, key, meets } from "./run.js";
import { SAYS, SETTING } from "./strings.js";

/** Draws the settings. `change` is told what is set. */
export function settings(place, run, change) {
  const met = meets(run.setting);
  const groups = Object.keys(VALUES).map((name) => group(name, run, met[name] && !run.told, change));
  refill(place, tale(run, change), ...groups, defence(run, change));
}

/** What is set, in a few words. */
export function summary({ setting, told: name, off }) {
  const words = name ? taleNamed(name).title : SETTING.call[setting.call];
  return off ? `${words}, without ${off.replaceAll("+", " and ")}` : words;
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
  const said = run.off.split("+").map((name) => defences().find(([known]) => known === name)?.[1] ?? "");
  return el(
    "label",
    { class: run.off ? "field off" : "field" },
    el("span", {}, SAYS.defence),
    el("select", { id: "off", onchange: ({ target }) => change({ ...run, off: target.value }) }, none, ...options),
    run.off ? el("small", {}, said.join(" ")) : null,
  );
}

// The run in the address: settings, the defence that is off, choices, and the moment that is looked at.

import { VALUES, first } from "./run.js";
import { defences, told } from "./data.js";

const ORDER = ["call", "token", "grants", "forms", "when"];

/** Such as `#delete.enough.all.forms.now/off=arguments/go,arguments@3`. */
export function write({ run, at }) {
  const begin = run.told ? `told=${run.told}` : ORDER.map((name) => run.setting[name]).join(".");
  const off = run.off ? `/off=${run.off}` : "";
  return `#${begin}${off}/${run.path.join(",")}@${at + 1}`;
}

/** Reads an address; what it does not know stands as at the beginning. */
export function read(hash) {
  const run = first();
  const [begin = "", ...rest] = decodeURIComponent(hash.replace(/^#/, "")).split("/");
  if (begin.startsWith("told=")) {
    const name = begin.slice(5);
    run.told = told().some((tale) => tale.name === name) ? name : "";
  } else {
    begin.split(".").forEach((value, place) => {
      const name = ORDER[place];
      if (VALUES[name]?.includes(value)) run.setting[name] = value;
    });
  }
  const off = rest.find((part) => part.startsWith("off="))?.slice(4) ?? "";
  const known = defences().map(([name]) => name);
  if (off.split("+").every((name) => known.includes(name))) run.off = off;
  const [path = "", at = ""] = (rest.find((part) => !part.startsWith("off=")) ?? "").split("@");
  run.path = path.split(",").filter(Boolean);
  return { run, at: Number.parseInt(at, 10) - 1 };
}

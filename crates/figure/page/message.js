// A message as it went over the wire, and what changed in it since the last one.

import { el } from "./dom.js";
import { SAYS } from "./strings.js";

const WIDTH = 46;

/** A panel for what was sent, or for what came back. `before` is the last entry of the same direction. */
export function panel(title, entry, before) {
  const body = entry.message ?? null;
  const fresh = before ? differences(flat(whole(before)), flat(whole(entry))) : null;
  return el(
    "section",
    { class: "wire" },
    el("h3", {}, title, " ", el("span", { class: "quiet" }, `${entry.from} → ${entry.to ?? ""}`)),
    fresh ? changes(fresh) : null,
    el(
      "pre",
      { tabindex: "0", "aria-label": `${title}: ${entry.from} → ${entry.to ?? ""}` },
      head(entry, fresh),
      body === null ? entry.text.join("\n") : lines(body, "", fresh, 0),
    ),
  );
}

/** What a person saw, or what was said. */
export function plain(title, entry) {
  return el(
    "section",
    { class: "wire" },
    el("h3", {}, title),
    el("pre", { class: "prompt", tabindex: "0", "aria-label": title }, entry.text.join("\n")),
  );
}

function changes(fresh) {
  const told = [...fresh.values()];
  if (told.length === 0) return el("p", { class: "changes" }, SAYS.same);
  return el("p", { class: "changes" }, `${SAYS.changed} `, el("span", {}, told.slice(0, 5).join("; ") + (told.length > 5 ? "; …" : ".")));
}

function head(entry, fresh) {
  const { http } = entry;
  if (!http) return "";
  const first = http.request ?? `HTTP ${http.status}`;
  const lines = [el("b", { class: mark(fresh, "status") }, first), "\n"];
  for (const [name, value] of headers(http)) {
    lines.push(el("span", { class: mark(fresh, `header ${name}`) }, `${name}: ${value}`), "\n");
  }
  if (entry.message !== undefined) lines.push("\n");
  return el("span", { class: "head" }, ...lines);
}

const headers = (http) => (Array.isArray(http.headers) ? http.headers : Object.entries(http.headers ?? {}));
const mark = (fresh, path) => (fresh?.has(path) ? "fresh" : null);

/** A value in lines; short ones on one. */
function lines(value, path, fresh, depth) {
  const short = JSON.stringify(value);
  if (value === null || typeof value !== "object") return el("span", { class: mark(fresh, path) }, short);
  const open = Array.isArray(value) ? "[" : "{";
  const close = Array.isArray(value) ? "]" : "}";
  const touched = fresh && [...fresh.keys()].some((name) => name.startsWith(path));
  if (short.length + 2 * depth <= WIDTH && !touched) return spaced(short);
  const members = Object.entries(value);
  const pad = "  ".repeat(depth + 1);
  const shown = members.map(([name, member], place) => {
    const below = `${path}/${name}`;
    const label = Array.isArray(value) ? "" : `${JSON.stringify(name)}: `;
    const end = place < members.length - 1 ? ",\n" : "\n";
    return el("span", { class: mark(fresh, `${below}/`) }, pad, label, lines(member, below, fresh, depth + 1), end);
  });
  return el("span", {}, `${open}\n`, ...shown, "  ".repeat(depth), close);
}

const spaced = (text) => text;

/** All that is compared of an entry: status, headers and message. */
function whole(entry) {
  const all = new Map();
  if (entry.http?.request || entry.http?.status) all.set("status", String(entry.http.request ?? entry.http.status));
  if (entry.http) headers(entry.http).forEach(([name, value]) => all.set(`header ${name}`, value));
  return { all, message: entry.message };
}

/** By path: leaves as they are, and the beginnings of what has members. */
function flat({ all, message }) {
  const leaves = new Map(all);
  const visit = (value, path) => {
    if (value !== null && typeof value === "object" && Object.keys(value).length > 0) {
      leaves.set(`${path}/`, undefined);
      Object.entries(value).forEach(([name, member]) => visit(member, `${path}/${name}`));
    } else {
      leaves.set(path, JSON.stringify(value));
    }
  };
  if (message !== undefined) visit(message, "");
  return leaves;
}

function differences(before, now) {
  const fresh = new Map();
  for (const [path, value] of now) {
    if (path.endsWith("/")) {
      if (!before.has(path) && path !== "/") fresh.set(path, SAYS.isNew(called(path)));
    } else if (!before.has(path)) {
      if (!within(path, fresh)) fresh.set(path, SAYS.isNew(called(path)));
    } else if (before.get(path) !== value) {
      fresh.set(path, SAYS.differs(called(path), cut(before.get(path)), cut(value)));
    }
  }
  for (const path of before.keys()) {
    if (!now.has(path) && path.split("/").length <= 3 && !path.endsWith("/")) fresh.set(`-${path}`, SAYS.gone(called(path)));
  }
  // What stands within something new is told with it.
  for (const path of [...fresh.keys()]) {
    if (path.endsWith("/") && within(path.slice(0, -1), fresh)) fresh.delete(path);
  }
  return fresh;
}

function within(path, fresh) {
  const steps = path.split("/");
  return steps.some((_, end) => end > 0 && end < steps.length && fresh.has(`${steps.slice(0, end).join("/")}/`));
}

const called = (path) => path.replace(/^header /, "").split("/").filter(Boolean).slice(-2).join(".");
const cut = (text) => (text.length > 24 ? `${text.slice(0, 11)}…${text.slice(-9)}` : text);

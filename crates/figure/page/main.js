// The page: one run, one moment of it, and what the learner does.

import { read, write } from "./address.js";
import { choices, guess } from "./ahead.js";
import { setup, take, taleNamed } from "./data.js";
import { byId, el, keepingFocus, refill } from "./dom.js";
import { keys } from "./keys.js";
import { panel, plain } from "./message.js";
import { moments } from "./moments.js";
import { key, parts, walk } from "./run.js";
import { bar, scene, summary } from "./settings.js";
import { draw, passedBefore } from "./stage.js";
import { still } from "./still.js";
import { SAYS, STATION } from "./strings.js";
import * as takeAway from "./take.js";
import { headline, rules, verdict } from "./tell.js";
import { theme } from "./theme.js";
import { steps, trail } from "./trail.js";
import { world } from "./world.js";

const calm = matchMedia("(prefers-reduced-motion: reduce)");
const page = { run: null, at: -1, walked: null, reply: "", note: "", timer: 0, from: null, begun: null };

/** Shows a run at a moment; at its last one where none is named. */
function show(run, at) {
  clearTimeout(page.timer);
  page.walked = walk(run);
  page.run = { ...run, path: page.walked.edges.map(({ choice }) => choice) };
  const last = page.walked.moments.length - 1;
  const before = station(page.at);
  page.at = Number.isInteger(at) && at >= 0 ? Math.min(at, last) : rest(last);
  page.from = before;
  render();
}

/** The last moment that a gate decided; what follows it in the same edge is an afterthought. */
function rest(last) {
  const { moments: all } = page.walked;
  const edge = all[last]?.place;
  for (let at = last; at >= 0 && all[at].place === edge; at -= 1) if (all[at].gate) return at;
  return last;
}

/** What is told, where the run is one of a lesson's. */
const tale = () => taleNamed(page.run.told);

const station = (at) => page.walked?.moments[at]?.station ?? null;

/** Lets something happen: plays the moments of its edge one after the other, and stops at the one that decides. */
function choose(edge) {
  if (byId("guess-first").checked && edge.came) {
    guess(byId("ahead"), edge, moments(edge.beats, edge, 0), (said) => play(edge, said));
    focusFirst("#ahead button");
    return;
  }
  play(edge, "");
}

function play(edge, said) {
  const known = page.walked.moments.length;
  page.reply = said;
  page.note = "";
  const run = { ...page.run, path: [...page.run.path, edge.choice] };
  show(run, undefined);
  const goal = page.at;
  const asked = document.activeElement === document.body || byId("ahead").contains(document.activeElement);
  if (asked) focusFirst("#ahead button");
  if (calm.matches || goal <= known) return;
  page.at = known;
  page.from = station(known - 1);
  render();
  const next = () => {
    if (page.at >= goal) return;
    page.from = station(page.at);
    page.at += 1;
    render();
    page.timer = setTimeout(next, 1000);
  };
  page.timer = setTimeout(next, 1000);
}

function go(at) {
  clearTimeout(page.timer);
  if (at < -1 || at >= page.walked.moments.length) return;
  page.from = station(page.at);
  page.at = at;
  render();
}

function back() {
  page.reply = "";
  page.note = "";
  if (page.run.path.length > 0) show({ ...page.run, path: page.run.path.slice(0, -1) });
}

function change(run) {
  const { off, path } = page.run;
  page.reply = "";
  page.note = run.off !== off && run.off && path.length > 0 ? SAYS.walksOn(run.off) : "";
  show(run);
  const first = parts(page.walked);
  if (first >= 0 && page.note) go(page.walked.moments.findLastIndex(({ place, gate }) => place === first && gate));
}

/** Draws all of it. The focus stays on the control that has it. */
function render() {
  keepingFocus(() => {
    const { run, walked, at } = page;
    const moment = walked.moments[at];
    const address = write({ run, at });
    history.replaceState(null, "", address);
    set();
    stage(moment);
    told(moment);
    trail(walked, at, go);
    choices(byId("ahead"), walked, run, choose);
    steps(run.path.length > 0, back, () => change({ ...run, path: [] }));
    messages(moment);
    worlds(moment);
    still(byId("still"), run, walked, at, address);
    byId("taken").textContent = "";
  });
}

/** What is set. The scene lies open before a run, and is folded once it goes on. */
function set() {
  const { run } = page;
  bar(byId("bar"), run, change);
  scene(byId("scene"), run, change);
  refill(byId("set"), el("span", {}, SAYS.scene), el("span", { class: "quiet" }, ` ${summary(run)}`));
  const begun = run.path.length > 0;
  if (begun !== page.begun) byId("settings").open = !begun;
  page.begun = begun;
  byId("settings").hidden = run.told !== "";
}

function worlds(moment) {
  const { walked, at } = page;
  const place = moment ? moment.place + (moment.last || walked.moments[at + 1]?.place !== moment.place ? 1 : 0) : 0;
  const done = moment && (moment.gate || moment.last) ? moment.place + 1 : place;
  refill(byId("world"), el("h2", {}, SAYS.world), world(held(done), done > 0 ? held(done - 1) : null));
}

/** The world at a node. Until the run brings a token, Alice holds the one that was set. */
function held(place) {
  const { world: now } = page.walked.nodes[place];
  const { people } = page.run.told ? tale().vector.setup : setup(key(page.run.setting));
  return { ...now, token: now.token ?? people.alice?.scopes };
}

function stage(moment) {
  const place = byId("stage");
  const now = moment ?? { station: "model", tone: "plain" };
  const passed = passedBefore(now.station, moment?.gate?.gate === "tool");
  const { head } = headline(moment, tale());
  const picture = draw([place.clientWidth, innerHeight], { ...now, passed, before: page.from, label: `${STATION[now.station]}. ${head}` });
  refill(place, picture);
}

function told(moment) {
  const { head, why } = headline(moment, tale());
  const { run, walked } = page;
  const first = parts(walked);
  const on = moment?.edge.on;
  const compare = on ? SAYS.withOn(verdict(on)) : run.off && first < 0 ? SAYS.offHere(run.off) : "";
  const cited = moment ? rules(moment) : [];
  refill(
    byId("told"),
    page.note ? el("p", { class: "note" }, page.note) : null,
    page.reply ? el("p", { class: page.reply === SAYS.right ? "reply right" : "reply" }, page.reply) : null,
    el("p", { class: "head", "data-tone": moment?.tone ?? "plain" }, head),
    why ? el("p", { class: "why" }, why) : null,
    compare ? el("p", { class: "compare" }, compare) : null,
    cited.length > 0
      ? el("ul", { class: "rules" }, ...cited.slice(0, 2).map(([id, [sentence]]) => el("li", {}, el("b", {}, id), ` ${sentence}`)))
      : null,
  );
}

function messages(moment) {
  const place = byId("message");
  const title = el("h2", {}, SAYS.message);
  if (!moment) return refill(place, title, el("p", { class: "quiet" }, SAYS.keys));
  const earlier = page.walked.moments.slice(0, page.at).toReversed();
  const lastOf = (which, kind) => earlier.find((candidate) => candidate[which]?.kind === kind)?.[which];
  const parts = [];
  if (moment.request) parts.push(panel(SAYS.sent, moment.request, lastOf("request", moment.request.kind)));
  if (moment.response) parts.push(panel(SAYS.came, moment.response, lastOf("response", moment.response.kind)));
  const [entry] = moment.entries;
  if (parts.length === 0 && entry.kind !== "note") {
    parts.push(plain(entry.kind === "human" ? SAYS.person : entry.from, entry));
  }
  return refill(place, title, ...parts);
}

async function copied(text) {
  await navigator.clipboard.writeText(text);
  byId("taken").textContent = SAYS.copied;
}

function save(text) {
  const link = el("a", { href: URL.createObjectURL(new Blob([text], { type: "image/svg+xml" })), download: "two-gates.svg" });
  link.click();
  URL.revokeObjectURL(link.href);
  byId("taken").textContent = SAYS.saved;
}

function focusFirst(selector) {
  document.querySelector(selector)?.focus({ preventScroll: true });
}

function begin(data) {
  take(data);
  theme(byId("theme"));
  byId("vector").addEventListener("click", () => copied(takeAway.vector(page.run, page.walked)));
  byId("text").addEventListener("click", () => copied(takeAway.text(page.run, page.walked)));
  byId("link").addEventListener("click", () => copied(location.href));
  byId("picture").addEventListener("click", () => {
    const { head, why } = headline(page.walked.moments[page.at], tale());
    save(takeAway.picture(document.querySelector("#stage svg"), [head, why].filter(Boolean)));
  });
  keys({ walk: (by) => go(page.at + by), back });
  addEventListener("hashchange", () => open());
  new ResizeObserver(() => stage(page.walked.moments[page.at])).observe(byId("stage"));
  open();
}

function open() {
  const { run, at } = read(location.hash);
  Object.assign(page, { walked: null, at: -1, reply: "", note: "" });
  show(run, at);
}

/** The data, which stands deflated in the page. */
async function graph() {
  const bytes = Uint8Array.from(atob(byId("graph").textContent), (letter) => letter.charCodeAt(0));
  const text = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  return new Response(text).json();
}

graph().then(begin, () => {
  refill(byId("told"), el("p", { class: "head" }, SAYS.old));
});

// The page: one run, one moment of it, and what the learner does.

import { read, write } from "./address.js";
import { choices, guess } from "./ahead.js";
import { setup, take, taleNamed } from "./data.js";
import { byId, el, refill } from "./dom.js";
import { panel, plain } from "./message.js";
import { moments } from "./moments.js";
import { key, parts, walk } from "./run.js";
import { settings, summary } from "./settings.js";
import { draw, passedBefore } from "./stage.js";
import { SAYS, STATION } from "./strings.js";
import * as takeAway from "./take.js";
import { headline, rules, verdict } from "./tell.js";
import { theme } from "./theme.js";
import { world } from "./world.js";

const calm = matchMedia("(prefers-reduced-motion: reduce)");
const page = { run: null, at: -1, walked: null, reply: "", note: "", timer: 0, from: null };

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
  if (byId("ask-me").checked && edge.came) {
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
  const focused = document.activeElement?.id || document.activeElement?.value;
  show(run);
  const first = parts(page.walked);
  if (first >= 0 && page.note) go(page.walked.moments.findLastIndex(({ place, gate }) => place === first && gate));
  (document.getElementById(focused) ?? document.querySelector(`#scene input[value="${focused}"]`))?.focus();
}

function render() {
  const { run, walked, at } = page;
  const moment = walked.moments[at];
  history.replaceState(null, "", write({ run, at }));
  settings(byId("scene"), run, change);
  refill(byId("set"), el("span", {}, SAYS.scene), el("span", { class: "quiet" }, ` ${summary(run)}`));
  stage(moment);
  told(moment);
  trail();
  choices(byId("ahead"), walked, run, choose, () => change({ ...run, path: [] }));
  messages(moment);
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
  const picture = draw(place.clientWidth, { ...now, passed, before: page.from, label: `${STATION[now.station]}. ${head}` });
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

function trail() {
  const { walked, at } = page;
  const all = walked.moments.length;
  const dots = walked.moments.map((moment, place) =>
    el(
      "li",
      {},
      el("button", {
        class: "dot",
        "data-tone": moment.tone,
        "data-step": moment.place,
        "data-verdict": moment.edge.came ? outcome(moment.edge.came) : null,
        "aria-current": place === at ? "step" : null,
        "aria-label": `${SAYS.step(place + 1, all)}: ${headline(moment).head}`,
        title: headline(moment).head,
        onclick: () => go(place),
      }),
    ),
  );
  refill(
    byId("trail"),
    el("button", { class: "soft", id: "earlier", disabled: at < 0, onclick: () => go(at - 1), "aria-label": "Earlier" }, "←"),
    el("ol", { "aria-label": SAYS.trail }, ...dots),
    el("button", { class: "soft", id: "later", disabled: at >= all - 1, onclick: () => go(at + 1), "aria-label": "Later" }, "→"),
  );
}

/** What a step came to, as the crates say it. */
const outcome = ({ verdict: word, effects }) => [word, ...(effects ?? [])].join("; ");

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

function keys(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || /SELECT|INPUT/.test(event.target.tagName)) return;
  if (event.key === "ArrowRight") go(page.at + 1);
  else if (event.key === "ArrowLeft") go(page.at - 1);
  else if (event.key === "Backspace") back();
  else if (/^[1-9]$/.test(event.key)) document.querySelector(`#ahead [data-key="${event.key}"]`)?.click();
  else return;
  event.preventDefault();
}

function focusFirst(selector) {
  document.querySelector(selector)?.focus({ preventScroll: true });
}

function begin(data) {
  take(data);
  theme(byId("theme"));
  byId("back").addEventListener("click", back);
  byId("vector").addEventListener("click", () => copied(takeAway.vector(page.run, page.walked)));
  byId("text").addEventListener("click", () => copied(takeAway.text(page.run, page.walked)));
  byId("settings").open = matchMedia("(min-width: 60rem)").matches;
  byId("link").addEventListener("click", () => copied(location.href));
  byId("picture").addEventListener("click", () => {
    const { head, why } = headline(page.walked.moments[page.at], tale());
    save(takeAway.picture(document.querySelector("#stage svg"), [head, why].filter(Boolean)));
  });
  addEventListener("keydown", keys);
  addEventListener("hashchange", () => open());
  new ResizeObserver(() => stage(page.walked.moments[page.at])).observe(byId("stage"));
  open();
}

function open() {
  const { run, at } = read(location.hash);
  page.walked = null;
  page.at = -1;
  show(run, at);
}

/** The data, which stands deflated in the page. */
async function graph() {
  const bytes = Uint8Array.from(atob(byId("graph").textContent), (letter) => letter.charCodeAt(0));
  const text = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  return new Response(text).json();
}

graph().then(begin, () => {
  byId("told").textContent = SAYS.old;
});

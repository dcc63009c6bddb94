// The stage: eight stations in a row, two beside it, and the call, which moves.

import { svg } from "./dom.js";
import { STATION, UNDER } from "./strings.js";

const ROW = ["model", "host", "door", "one", "two", "grant", "worker", "effect"];
// How much room each takes, as a share.
const SHARE = { model: 0.9, host: 1, door: 0.7, one: 1.25, two: 1.25, grant: 1, worker: 1, effect: 0.9 };

/** The places of the stations for a stage of this width, in a window of this height. */
function layout([width, tall]) {
  const wide = width >= 620;
  const total = ROW.reduce((sum, name) => sum + SHARE[name], 0);
  const places = {};
  let at = 0;
  for (const name of ROW) {
    const room = (SHARE[name] / total) * width;
    places[name] = at + room / 2;
    at += room;
  }
  // No larger than leaves room for what is told, and for the choices below.
  const size = wide ? Math.max(Math.min(width / 1000, tall / 950, 1.45), 0.8) : Math.max(width / 620, 0.55);
  const line = wide ? 138 * size : 138 * size + 14;
  return { width, wide, size, places, line, top: 44 * size, height: line + (wide ? 72 * size + 26 : 66 * size + 36) };
}

/** Draws the stage for a moment. `passed` are the stations that the call went through, `before` where the call was. */
export function draw(room, { station, tone, passed, before, label }) {
  const [width] = room;
  const plan = layout(room);
  const { height, line, places, size } = plan;
  const picture = svg("svg", {
    viewBox: `0 0 ${width} ${height}`,
    width,
    height,
    class: plan.wide ? "stage wide" : "stage narrow",
    role: "img",
    "aria-label": label,
  });
  picture.append(svg("path", { class: "track", d: `M${places.model} ${line}H${places.effect}` }));
  const reached = ROW.includes(station) ? station : passed.at(-1);
  if (reached) picture.append(svg("path", { class: "track walked", d: `M${places.model} ${line}H${places[reached]}` }));
  picture.append(beside(plan, "alice", "host", station, tone), beside(plan, "auth", "one", station, tone));
  for (const name of ROW) {
    const state = name === station ? "lit" : passed.includes(name) ? "passed" : "";
    picture.append(post(plan, name, state, tone));
  }
  const from = spot(plan, before ?? station);
  const to = spot(plan, station);
  picture.append(
    svg("circle", {
      class: "call",
      "data-tone": tone,
      r: 8 * Math.max(size, 0.8),
      cx: to.x,
      cy: to.y,
      style: `--dx:${from.x - to.x}px;--dy:${from.y - to.y}px`,
    }),
  );
  return picture;
}

/** Where the call rests at a station: before a gate, beside the others. */
function spot({ places, line, top, size }, name) {
  if (name === "alice") return { x: places.host + 24 * size, y: top };
  if (name === "auth") return { x: places.one + 24 * size, y: top };
  const gate = name === "one" || name === "two";
  return { x: places[name] - (gate ? 46 : 0) * size, y: gate ? line : line - 34 * size };
}

function beside({ places, line, top, size, wide }, name, under, station, tone) {
  const x = places[under];
  const lit = name === station;
  const group = svg("g", { class: lit ? "beside lit" : "beside", "data-tone": lit ? tone : null, transform: `translate(${x} ${top})` });
  const reach = under === "one" ? line - 62 * size : line - 26 * size;
  if (lit) group.append(svg("circle", { class: "halo", r: 34 * size }));
  group.append(svg("path", { class: "tie", d: `M0 ${16 * size}V${reach - top}` }));
  if (name === "alice") {
    group.append(svg("circle", { class: "shape", cy: -6 * size, r: 8 * size }));
    group.append(svg("path", { class: "shape", d: curve(size) }));
  } else {
    group.append(svg("circle", { class: "shape", cx: -5 * size, r: 8 * size }));
    group.append(svg("path", { class: "shape", d: `M${3 * size} 0H${18 * size}M${13 * size} 0V${7 * size}` }));
  }
  if (wide || lit) {
    group.append(svg("text", { class: "name", x: 0, y: -24 * size, "text-anchor": "middle" }, STATION[name]));
  }
  return group;
}

const curve = (size) => `M${-15 * size} ${17 * size}C${-13 * size} ${3 * size} ${13 * size} ${3 * size} ${15 * size} ${17 * size}`;

function post(plan, name, state, tone) {
  const { places, line, size, wide } = plan;
  const group = svg("g", { class: `post ${name} ${state}${state === "lit" && MARK[tone] ? " marked" : ""}`, "data-tone": state === "lit" ? tone : null, transform: `translate(${places[name]} ${line})` });
  const lit = state === "lit";
  if (lit) group.append(svg("circle", { class: "halo", r: (name === "one" || name === "two" ? 62 : 44) * size }));
  group.append(...SHAPE[name](size, lit || state === "passed"));
  if (lit && MARK[tone]) group.append(svg("text", { class: "mark", ...markAt(name, size) }, MARK[tone]));
  if (wide || lit) group.append(...names(plan, name, lit));
  return group;
}

const MARK = { pass: "✓", harm: "!", ask: "?", stop: "✕", wait: "…" };
const markAt = (name, size) => ({
  x: 0,
  y: (name === "one" || name === "two" ? -20 : 7) * size,
  "text-anchor": "middle",
  style: `font-size:${(name === "one" || name === "two" ? 30 : 20) * Math.max(size, 0.8)}px`,
});

function names({ size, wide, width, places }, name, lit) {
  const y = (wide ? 58 * size + 12 : 66 * size + 10);
  // At an edge a name begins or ends there.
  const near = places[name] < 60 ? "start" : places[name] > width - 60 ? "end" : "middle";
  const anchor = wide ? "middle" : near;
  const x = anchor === "start" ? 4 - places[name] : anchor === "end" ? width - 4 - places[name] : 0;
  const texts = [svg("text", { class: "name", x, y, "text-anchor": anchor }, STATION[name])];
  if (UNDER[name] && (wide || lit)) {
    texts.push(svg("text", { class: "under", x, y: y + 20 * Math.max(size, 0.85), "text-anchor": anchor }, UNDER[name]));
  }
  return texts;
}

const box = (size, w, h, r) =>
  svg("rect", { class: "shape", x: -w * size, y: -h * size, width: 2 * w * size, height: 2 * h * size, rx: r * size });

/** An arch with a bar, which is up once the call went through. */
function gate(size, open) {
  const d = `M${-30 * size} ${40 * size}V${-22 * size}A${30 * size} ${30 * size} 0 0 1 ${30 * size} ${-22 * size}V${40 * size}`;
  const bar = open ? `M${-30 * size} ${8 * size}L${-14 * size} ${-30 * size}` : `M${-30 * size} ${8 * size}H${30 * size}`;
  return [svg("path", { class: "shape arch", d }), svg("path", { class: "bar", d: bar })];
}

const SHAPE = {
  model: (size) => [box(size, 22, 22, 22), svg("path", { class: "line", d: dots(size) })],
  host: (size) => [box(size, 26, 22, 6), svg("path", { class: "line", d: `M${-26 * size} ${-10 * size}H${26 * size}` })],
  door: (size) => [svg("path", { class: "shape", d: `M0 ${-24 * size}V${24 * size}` })],
  one: (size, open) => gate(size, open),
  two: (size, open) => gate(size, open),
  grant: (size) => [
    box(size, 27, 18, 4),
    svg("path", { class: "line", "stroke-dasharray": "3 4", d: `M${12 * size} ${-18 * size}V${18 * size}` }),
  ],
  worker: (size) => [svg("path", { class: "shape", d: hexagon(size) })],
  effect: (size) => [box(size, 22, 22, 22), svg("circle", { class: "line", r: 10 * size })],
};

const dots = (size) => [-9, 0, 9].map((x) => `M${x * size} 0h.01`).join("");
const hexagon = (size) =>
  `M${-24 * size} 0L${-12 * size} ${-21 * size}H${12 * size}L${24 * size} 0L${12 * size} ${21 * size}H${-12 * size}Z`;

/** The stations that a call went through on its way to this one. */
export function passedBefore(station, settledByTool) {
  if (station === "worker" || settledByTool) return ROW.slice(0, ROW.indexOf(station));
  const at = ROW.indexOf(station);
  return at < 0 ? [] : ROW.slice(0, at);
}

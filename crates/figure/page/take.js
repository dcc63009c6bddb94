// What the learner takes along: a vector, a text, a picture.

import { label } from "./ahead.js";
import { setup, told } from "./data.js";
import { key, parts } from "./run.js";
import { SAYS, VERB, VERDICT } from "./strings.js";

/** The run as a vector's file. With a defence off it is an attack that this defence stops. */
export function vector(run, walked) {
  if (run.told) return `${JSON.stringify(told().find(({ name }) => name === run.told).vector, null, 2)}\n`;
  const steps = walked.edges.map(({ step, came, on }) => (came ? { ...step, expect: on ?? came } : step));
  const rules = [...new Set(walked.moments.flatMap(({ gate }) => gate?.rules ?? []))];
  const off = parts(walked);
  const shows = off < 0 ? null : difference(walked.edges[off]);
  const file = {
    title: `a run of the figure: ${walked.edges.map(({ choice }) => choice).join(", ")}`,
    story: `${walked.edges.map((edge, place) => label(edge, run.path.slice(0, place))[0]).join(". ")}.`,
    rules: rules.length > 0 ? rules : ["CALL-01"],
    stops: shows ? [[run.off]] : [],
    ...(shows ? { through: [{ step: off + 1, shows }] } : {}),
    setup: setup(key(run.setting)),
    steps,
  };
  return `${JSON.stringify(file, null, 2)}\n`;
}

/** What shows that a defence is off: the verdict and the effects, where they differ, else the exact reason. */
function difference({ came, on }) {
  const { verdict, effects } = came;
  const same = verdict === on.verdict && JSON.stringify(effects) === JSON.stringify(on.effects);
  if (!same) return effects ? { verdict, effects } : { verdict };
  return came.code ? { code: came.code } : null;
}

/** The transcript in plain text. */
export function text(run, walked) {
  const lines = [SAYS.title, run.told || key(run.setting), run.off ? `${SAYS.defence}: ${run.off}` : ""];
  walked.edges.forEach((edge, place) => {
    lines.push("", `${place + 1}. ${label(edge, run.path.slice(0, place))[0]}`);
    for (const moment of walked.moments.filter((candidate) => candidate.edge === edge && candidate.place === place)) {
      for (const entry of moment.entries) {
        lines.push(`   ${entry.number}  ${entry.from}${entry.to ? ` → ${entry.to}` : ""}  ${first(entry)}`);
        (entry.text ?? []).forEach((line) => lines.push(`       ${line}`));
        if (entry.message !== undefined) lines.push(`       ${JSON.stringify(entry.message)}`);
        if (entry.gate) lines.push(`       ${decided(entry.gate)}`);
      }
    }
    if (edge.came) lines.push(`   = ${VERDICT[edge.came.verdict] ?? edge.came.verdict}`);
  });
  return `${lines.join("\n").trim()}\n`;
}

const first = ({ http }) => (http ? http.request ?? `HTTP ${http.status}` : "");
const decided = ({ gate, verdict, why, code, rules }) =>
  `${gate} ${VERB[verdict] ?? verdict}: ${why}${code ? ` (${code})` : ""} ${rules.join(" ")}`;

// What a file of its own takes along of the page's style.
const WRITTEN = [
  "fill", "stroke", "stroke-width", "stroke-linecap", "stroke-dasharray", "opacity", "display", "font-size", "font-weight",
  "font-family",
];
// How wide a letter of a caption is at most, in shares of its size.
const LETTER = 0.56;

/** The stage as a file of its own: every colour and font is written into it. */
export function picture(stage, lines) {
  const copy = stage.cloneNode(true);
  const all = [stage, ...stage.querySelectorAll("*")];
  const copies = [copy, ...copy.querySelectorAll("*")];
  all.forEach((element, place) => {
    const style = getComputedStyle(element);
    for (const name of WRITTEN) {
      copies[place].style.setProperty(name, style.getPropertyValue(name));
    }
    copies[place].style.animation = "none";
    copies[place].removeAttribute("class");
  });
  const [, , width, height] = stage.getAttribute("viewBox").split(" ").map(Number);
  const colours = getComputedStyle(document.body);
  const captions = lines.flatMap((line, place) => wrapped(line, width, place === 0 ? 22 : 16));
  const deeper = height + 32 * captions.length + 16;
  copy.setAttribute("viewBox", `0 0 ${width} ${deeper}`);
  copy.setAttribute("height", deeper);
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  const ground = `<rect width="${width}" height="${deeper}" fill="${colours.backgroundColor}"/>`;
  const told = captions.map((line, place) => caption(line, place, width, height, colours)).join("");
  const inner = new XMLSerializer().serializeToString(copy);
  return inner.replace(/(<svg[^>]*>)/, `$1${ground}`).replace(/<\/svg>$/, `${told}</svg>`);
}

/** A text in lines that are no wider than the picture. */
function wrapped(text, width, size) {
  const most = Math.floor(width / (size * LETTER));
  const lines = [""];
  for (const word of text.split(" ")) {
    const longer = `${lines.at(-1)} ${word}`.trim();
    if (longer.length <= most || lines.at(-1) === "") lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines.map((line) => ({ line, size }));
}

function caption({ line, size }, place, width, height, colours) {
  const safe = line.replace(/[&<>]/g, (letter) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;" })[letter]);
  return `<text x="${width / 2}" y="${height + 24 + 32 * place}" text-anchor="middle" font-size="${size}" ` +
    `font-family="sans-serif" fill="${colours.color}">${safe}</text>`;
}

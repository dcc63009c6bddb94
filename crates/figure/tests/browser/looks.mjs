// How the page looks: axe in both themes, nothing cut off, stations that a projector shows, and pictures that are compared
// with tolerance. Whoever runs it says where the small references are: TWO_GATES_REFERENCES.

import { open, openAnew } from "./browser.mjs";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

const WIDTHS = [[360, 800], [1024, 768], [1920, 1080]];
// How wide a reference is, in pixels, and how far the mean of a picture may be from it, of 255.
const SMALL = 200;
const TOLERANCE = 3;

/** Runs whose pictures are kept: nothing yet, a no at gate one, a question, a run to its end, and an attack without a defence. */
const STATES = [
  "#delete.enough.all.forms.now/@0",
  "#pay.little.nothing.forms.now/go@2",
  "#delete.enough.all.forms.now/go@3",
  "#delete.enough.all.forms.now/go,yes,replay@7",
  "#pay.enough.all.forms.now/off=arguments/go,arguments@4",
];

export async function looks(context, figure, theme, folder, wrong) {
  const pictures = join(folder, "pictures");
  mkdirSync(pictures, { recursive: true });
  const page = await open(context, figure, wrong);
  await page.emulateMedia({ colorScheme: theme, reducedMotion: "reduce" });
  await page.evaluate(axe);
  for (const [width, height] of WIDTHS) {
    await page.setViewportSize({ width, height });
    for (const [place, state] of STATES.entries()) {
      await openAnew(page, state);
      await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
      const where = `${theme}, ${width} pixels, ${state}`;
      await axed(page, where, wrong);
      await whole(page, where, wrong);
      await seen(page, where, wrong);
      const shot = await page.screenshot({ fullPage: false });
      writeFileSync(join(pictures, `${place}-${width}-${theme}.png`), shot);
      if (place === 2) await compared(page, shot, `${width}-${theme}.png`, pictures, wrong);
    }
  }
  await page.close();
}

/** Another run's picture, held against a reference: that is found out. */
export async function another(context, figure, folder, wrong) {
  mkdirSync(folder, { recursive: true });
  const page = await open(context, `${figure}${STATES[1]}`, wrong);
  await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
  await page.setViewportSize({ width: 1024, height: 768 });
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  await compared(page, await page.screenshot(), "1024-light.png", folder, wrong);
  await page.close();
}

/** What axe finds. */
export async function axed(page, where, wrong) {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe);
  const found = await page.evaluate(() => window.axe.run());
  for (const { id, nodes } of found.violations) wrong.push(`axe, ${where}: ${id}: ${nodes[0].html.slice(0, 160)}`);
}

/** The station at which the call is has its name in sight, and those not reached yet have a contrast of 3 at least. */
async function seen(page, where, wrong) {
  const { name, pale } = await page.evaluate(() => {
    const rgb = (colour) => colour.match(/[\d.]+/g).map(Number);
    const light = (colour) => {
      const [red, green, blue] = rgb(colour).map((part) => (part / 255 <= 0.03928 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4));
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    };
    const ground = light(getComputedStyle(document.getElementById("figure")).backgroundColor);
    const contrast = (colour) => (Math.max(light(colour), ground) + 0.05) / (Math.min(light(colour), ground) + 0.05);
    const lines = [...document.querySelectorAll("#stage :is(.track, .tie, .shape, .line, .bar)")];
    const strokes = lines.filter((line) => !line.closest(".lit")).map((line) => getComputedStyle(line).stroke);
    const texts = [...document.querySelectorAll("#stage text:not(.mark)")].map((text) => getComputedStyle(text).fill);
    const box = document.querySelector("#stage .lit .name")?.getBoundingClientRect();
    return {
      name: Boolean(box) && box.left >= 0 && box.right <= innerWidth && box.bottom <= innerHeight,
      pale: strokes.some((colour) => contrast(colour) < 3) || texts.some((colour) => contrast(colour) < 4.5),
    };
  });
  if (!name) wrong.push(`${where}: the station at which the call is has no name in sight`);
  if (pale) wrong.push(`${where}: a station is too pale`);
}

/** Nothing is wider than the page, and at 1024 pixels no text is smaller than 14. */
async function whole(page, where, wrong) {
  const found = await page.evaluate(() => {
    const wide = document.documentElement.scrollWidth > document.documentElement.clientWidth;
    const texts = [...document.querySelectorAll("body *")].filter((element) =>
      [...element.childNodes].some((child) => child.nodeType === 3 && child.textContent.trim() !== ""));
    const seen = texts.filter((element) => element.getClientRects().length > 0 && !/SCRIPT|STYLE|OPTION/.test(element.tagName));
    const small = seen.filter((element) => parseFloat(getComputedStyle(element).fontSize) < 14).map((element) => element.outerHTML.slice(0, 100));
    return { wide, small };
  });
  if (found.wide) wrong.push(`${where}: the page is wider than its window`);
  if (found.small.length > 0 && /1024/.test(where)) wrong.push(`${where}: text under 14 pixels: ${found.small[0]}`);
}

/** Compares a picture, made small, with its reference; writes the reference where TWO_GATES_BLESS is set. */
async function compared(page, shot, name, pictures, wrong) {
  const reference = join(process.env.TWO_GATES_REFERENCES, name);
  const kept = existsSync(reference) ? readFileSync(reference).toString("base64") : null;
  const { small, distance } = await page.evaluate(compare, [shot.toString("base64"), kept, SMALL]);
  if (process.env.TWO_GATES_BLESS) writeFileSync(reference, Buffer.from(small, "base64"));
  else if (kept === null) wrong.push(`there is no reference ${name}`);
  else if (distance > TOLERANCE) wrong.push(`${name} is ${distance.toFixed(1)} of 255 away from its reference: see ${pictures}`);
}

async function compare([shot, kept, width]) {
  const pixels = async (base64) => {
    const image = new Image();
    image.src = `data:image/png;base64,${base64}`;
    await image.decode();
    const canvas = document.createElement("canvas");
    canvas.width = width;
    canvas.height = Math.round((image.height * width) / image.width);
    const brush = canvas.getContext("2d");
    brush.imageSmoothingQuality = "high";
    brush.drawImage(image, 0, 0, canvas.width, canvas.height);
    return { data: brush.getImageData(0, 0, canvas.width, canvas.height).data, url: canvas.toDataURL("image/png") };
  };
  const now = await pixels(shot);
  if (kept === null) return { small: now.url.split(",")[1], distance: 255 };
  const then = await pixels(kept);
  let sum = 0;
  now.data.forEach((value, place) => {
    sum += Math.abs(value - (then.data[place] ?? 0));
  });
  const distance = now.data.length === then.data.length ? sum / now.data.length : 255;
  return { small: now.url.split(",")[1], distance };
}

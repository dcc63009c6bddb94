// Shows that the check can fail: the sample passes whole, each one-fault variant of it is rejected where the fault is,
// and a file that proves nothing is no success.

import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { check, read } from "./check.mjs";
import { GONE, broken, right } from "./variants.mjs";

const sample = readFileSync(new URL("sample.jsonl", import.meta.url), "utf8");
const lines = sample.trimEnd().split("\n");
const failures = [];
let done = 0;

function expect(what, holds, seen) {
  done += 1;
  if (!holds) failures.push(`${what}: ${JSON.stringify(seen)}`);
}

const good = check(read(sample));
expect("the sample passes", good.accepted === 19 && good.wrong.length === 0, good);
expect("its violations are named", `${good.skipped.map((entry) => entry.number)}` === "19,25", good.skipped);

for (const [what, number, path, value, where] of broken) {
  const { accepted, wrong } = check(changed(number, path, value));
  const reported = wrong.some((problem) => problem.number === number && problem.path === where && problem.expected);
  expect(`rejected at ${where}: ${what}`, reported && accepted < good.accepted, wrong);
}
for (const [what, number, path, value] of right) {
  const { accepted, wrong } = check(changed(number, path, value));
  expect(`accepted: ${what}`, accepted === good.accepted && wrong.length === 0, wrong);
}

const unmarked = read(sample).map(({ violation, ...entry }) => entry);
const seen = check(unmarked).wrong.map((problem) => problem.number);
expect("a violation that is not marked is rejected", `${seen}` === "19", seen);

const metadata = { v: 1, number: 27, kind: "http", message: { resource: "https://files.example/mcp" } };
const beside = check([...read(sample), metadata]);
expect("a body that is no MCP message is left alone", beside.accepted === 19 && beside.wrong.length === 0, beside);

const [first, ...rest] = read(sample);
const wholes = [
  ["a response that answers nothing", [{ ...read(sample)[12], answers: undefined }], "$.result"],
  ["an answer to no entry", [{ ...first, answers: 99 }, ...rest], "entry.answers"],
  ["two entries of one number", [first, first], "entry.number"],
  ["nothing but a violation", [{ ...first, violation: { text: "", rules: [] } }], "entry.kind"],
];
for (const [what, entries, where] of wholes) {
  const { wrong } = check(entries);
  expect(what, wrong.length === 1 && wrong[0].path === where, wrong);
}

const path = fileURLToPath(new URL("sample.jsonl", import.meta.url));
const runs = [
  ["the sample", sample, 0, "19 messages accepted, 2 marked violations skipped"],
  ["a file", "", 0, "19 messages accepted, 2 marked violations skipped", path],
  ["two files", "", 0, "38 messages accepted, 4 marked violations skipped", path, path],
  ["a file that is not there", sample, 1, "no such file", `${path}.not`],
  ["an empty file", "", 1, "FAILED: 1 problems"],
  ["a file of notes", `${lines[2]}\n`, 1, "entry.kind"],
  ["a line that is not JSON", `${sample}{`, 1, "line 27 is not JSON"],
  ["a line that is no entry", `${sample}{"v":2,"number":1}`, 1, "line 27 is not an entry"],
  ["a broken message", sample.replace('"resultType":"complete",', ""), 1, "entry 5: $.result:"],
  ["a violation, by its text", sample, 0, "entry 25: marked violation: Mcp-Name names another tool than the body"],
];
const script = fileURLToPath(new URL("check.mjs", import.meta.url));
for (const [what, input, code, words, ...files] of runs) {
  const run = spawnSync(process.execPath, [script, ...files], { input, encoding: "utf8" });
  const printed = run.stdout + run.stderr;
  expect(`command: ${what}`, run.status === code && printed.includes(words), printed);
}

for (const failure of failures) console.error(`FAILED: ${failure}`);
console.log(`${broken.length} faults, ${right.length} right variants`);
console.log(`${done - failures.length} passed, ${failures.length} failed`);
process.exitCode = failures.length > 0 ? 1 : 0;

/** The sample with one member of one message set or removed. */
function changed(number, path, value) {
  const entries = read(sample);
  const entry = entries.find((candidate) => candidate.number === number);
  const keys = ["message", ...path];
  const last = keys.pop();
  const holder = keys.reduce((inner, key) => inner[key], entry);
  if (value === GONE && !(last in holder)) throw new Error(`entry ${number} has no ${path.join(".")}`);
  if (value === GONE) delete holder[last];
  else holder[last] = value;
  return entries;
}

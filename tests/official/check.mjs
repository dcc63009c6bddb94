// Holds every MCP message of transcripts against the official MCP types.
//
//   node check.mjs FILE...     files with one transcript entry a line; without a file, standard input
//
// Prints `N messages accepted, M marked violations skipped`. Exit code 1 when a message is not accepted, a line is not
// an entry, or a file has no message to accept.

import { readFileSync, realpathSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { problems } from "./messages.mjs";

/** The entries of one transcript. Throws at the first line that is none. */
export function read(text) {
  const lines = text.split("\n").map((line, index) => [line, index + 1]);
  return lines.filter(([line]) => line.trim() !== "").map(([line, place]) => {
    let entry;
    try {
      entry = JSON.parse(line);
    } catch (error) {
      throw new Error(`line ${place} is not JSON: ${error.message}`);
    }
    if (entry?.v === 1 && Number.isInteger(entry.number)) return entry;
    throw new Error(`line ${place} is not an entry of version 1`);
  });
}

/** Checks one transcript: how many messages were accepted, which were skipped as violations, and what is wrong. */
export function check(entries) {
  const earlier = new Map();
  const report = { accepted: 0, skipped: [], wrong: [] };
  for (const entry of entries) {
    const found = judge(entry, earlier);
    if (earlier.has(entry.number)) found.push(fault("number", "a number of its own"));
    earlier.set(entry.number, entry);
    report.wrong.push(...found.map((problem) => ({ number: entry.number, ...problem })));
    if (!isMessage(entry)) continue;
    if (entry.violation) report.skipped.push(entry);
    else if (found.length === 0) report.accepted += 1;
  }
  if (report.accepted === 0 && report.wrong.length === 0) {
    report.wrong.push({ number: 0, ...fault("kind", "at least one message that is no marked violation") });
  }
  return report;
}

function judge(entry, earlier) {
  if (!isMessage(entry)) return [];
  const answered = earlier.get(entry.answers);
  if (entry.answers !== undefined && !answered) return [fault("answers", "the number of an earlier entry")];
  return entry.violation ? [] : problems(entry.message, answered?.message);
}

function isMessage(entry) {
  return entry.kind === "mcp" && entry.message !== undefined;
}

function fault(member, expected) {
  return { path: `entry.${member}`, expected, against: "transcript entry" };
}

function main(files) {
  let [accepted, skipped, wrong] = [0, 0, 0];
  for (const file of files.length > 0 ? files : ["-"]) {
    try {
      const report = check(read(readFileSync(file === "-" ? 0 : file, "utf8")));
      accepted += report.accepted;
      skipped += report.skipped.length;
      wrong += report.wrong.length;
      for (const { number, violation } of report.skipped) {
        console.log(`${file}: entry ${number}: marked violation: ${violation.text}`);
      }
      for (const { number, path, expected, against } of report.wrong) {
        console.error(`${file}: entry ${number}: ${path}: ${expected} (${against})`);
      }
    } catch (error) {
      wrong += 1;
      console.error(`${file}: ${error.message}`);
    }
  }
  console.log(`${accepted} messages accepted, ${skipped} marked violations skipped`);
  if (wrong > 0) console.error(`FAILED: ${wrong} problems`);
  return wrong > 0 ? 1 : 0;
}

if (realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) process.exitCode = main(process.argv.slice(2));

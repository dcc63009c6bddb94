// Every client plays the story against `two-gates`: prints the table of cells, and holds it against the one that is kept.
//
//   node run.mjs --server BINARY --rmcp BINARY --python PROGRAM --page FILE [--write]

import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { arms } from './arms.mjs';
import { twoGates } from './servers.mjs';
import { STEPS } from './story.mjs';
import { Impossible, World, here, isFile } from './world.mjs';

const { values: options } = parseArgs({
  options: {
    server: { type: 'string' },
    rmcp: { type: 'string' },
    python: { type: 'string' },
    page: { type: 'string' },
    write: { type: 'boolean', default: false },
  },
});
const node = process.execPath;

/** The cells of one client, in the order of the steps. */
async function column({ program }) {
  const world = await World.open({ node, arm: program, serve: twoGates(options.server) });
  const cells = [];
  try {
    for (const [, step] of STEPS) {
      const failed = await step(world).then(() => undefined, (why) => why);
      if (failed instanceof Impossible) cells.push({ impossible: failed.message });
      else cells.push(failed ? { failed: failed.message } : {});
    }
  } finally {
    await world.close();
  }
  return cells;
}

/** The page: a table, and a note for each reason why something is impossible. */
function page(clients, columns) {
  const names = clients.map(({ name }) => name);
  const reasons = [];
  const note = (name, why) => {
    const reason = `${name} ${why}.`;
    if (!reasons.includes(reason)) reasons.push(reason);
    return `impossible (${reasons.indexOf(reason) + 1})`;
  };
  const cell = ({ failed, impossible }, name) => (failed ? 'FAILED' : impossible ? note(name, impossible) : 'passed');
  const rows = STEPS.map(([step], at) => [step, ...columns.map((cells, of) => cell(cells[at], names[of]))]);
  const line = (words) => `| ${words.join(' | ')} |`;
  const { version } = JSON.parse(readFileSync(here('node_modules/oidc-provider/package.json')));
  return `# Real clients

Each official client plays the four-tool story against \`two-gates\`, with tokens of a real authorization server
(oidc-provider ${version}). Each step looks at what the client gave to its host, and at what happened: files, ledger,
authorization requests. Written by \`scripts/parts/66-interop --write\`, and compared in CI.

${line(['step', ...names])}
${line(['---', ...names.map(() => '---')])}
${rows.map(line).join('\n')}

${reasons.map((reason, at) => `${at + 1}. ${reason}`).join('\n')}

What the host of each had to know:

${clients.map(({ name, mind }) => `- ${name} ${mind}`).join('\n')}
`;
}

const clients = arms({ node, ...options });
const names = clients.map(({ name }) => name);
const columns = await Promise.all(clients.map(column));
const fresh = page(clients, columns);
console.log(fresh);

let bad = false;
for (const [of, cells] of columns.entries()) {
  const failed = cells.flatMap(({ failed: why }, at) => (why ? [`${names[of]}: ${STEPS[at][0]}\n  ${why}`] : []));
  for (const one of failed) console.error(`FAILED ${one}`);
  const impossible = cells.filter((cell) => cell.impossible).length;
  if (impossible > 2) console.error(`FAILED ${names[of]}: ${impossible} steps are impossible, which is a finding`);
  bad ||= failed.length > 0 || impossible > 2;
}
if (options.write && !bad) {
  writeFileSync(options.page, fresh);
} else if (!isFile(options.page) || readFileSync(options.page, 'utf8') !== fresh) {
  console.error(`FAILED ${options.page} is not the table that comes out now; scripts/parts/66-interop --write`);
  bad = true;
}
process.exit(bad ? 1 : 0);

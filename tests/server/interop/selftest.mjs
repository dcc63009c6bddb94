// Shows that the story fails where a server is careless: at this very step, and at none before. Against a stand-in that
// neglects nothing it does not fail.
//
//   node selftest.mjs --rmcp BINARY --python PROGRAM

import { parseArgs } from 'node:util';
import { arms } from './arms.mjs';
import { standIn } from './servers.mjs';
import { STEPS } from './story.mjs';
import { Impossible, World } from './world.mjs';

const { values: options } = parseArgs({ options: { rmcp: { type: 'string' }, python: { type: 'string' } } });
const node = process.execPath;

/** Where each neglect is seen first. */
const NEGLECTS = {
  tokens: 'first token: only what the 401 names',
  'the list': 'tools/list: only what the token covers',
  everything: 'list_files: runs unasked',
  reads: 'list_files: runs unasked',
  scopes: 'list_files in payroll: step-up by its arguments',
  asking: 'search_web: step-up to a tool that the list hid',
  showing: 'search_web: step-up to a tool that the list hid',
  'a no': 'search_web: decline',
  isError: 'search_web: decline',
  waiting: 'delete_file: decline',
  effects: 'delete_file: accept, and it is gone',
  'whole challenges': 'send_payment of 2,000: both of its scopes in one step-up',
};

/** The first step that fails; none where all pass. Over stdio there is no stand-in. */
async function firstFailed(program, neglect) {
  const world = await World.open({ node, arm: program, serve: standIn(node, neglect) });
  try {
    for (const [name, step] of STEPS.filter(([one]) => !one.startsWith('over stdio'))) {
      const failed = await step(world).then(() => undefined, (why) => why);
      if (failed && !(failed instanceof Impossible)) return name;
    }
    return 'none';
  } finally {
    await world.close();
  }
}

const clients = arms({ node, ...options });
const [typescript] = clients;
const trials = [
  // The checks are the same for all clients, so one client goes through them all.
  ...Object.keys(NEGLECTS).map((neglect) => [typescript, neglect, NEGLECTS[neglect]]),
  ...clients.filter((client) => client !== typescript).map((client) => [client, 'everything', NEGLECTS.everything]),
  [typescript, '', 'none'],
];
let bad = false;
const next = async () => {
  for (let trial = trials.shift(); trial; trial = trials.shift()) {
    const [{ name, program }, neglect, expected] = trial;
    const failed = await firstFailed(program, neglect);
    if (failed === expected) continue;
    console.error(`FAILED ${name}, a server that neglects ${neglect || 'nothing'}: seen at ${failed}, not at ${expected}`);
    bad = true;
  }
};
await Promise.all([next(), next(), next()]);
console.log(bad ? '' : `selftest: ${Object.keys(NEGLECTS).length} neglects are seen, each where it should be`);
process.exit(bad ? 1 : 0);

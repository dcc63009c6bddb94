// How the servers of a story are started: `two-gates` as it is shipped, or the stand-in.

import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { here, isFile, lines } from './world.mjs';

/** The stand-in, which neglects one thing. */
export const standIn = (node, neglect) => async ({ start, files, folder, issuer }) => {
  const ledger = join(folder, 'ledger');
  const told = ['--issuer', issuer, '--files', files, '--ledger', ledger, '--neglect', neglect];
  const { url } = await start([node, here('stand-in.mjs'), ...told]).next();
  return { url, payments: () => lines(ledger).map((line) => JSON.parse(line)) };
};

/** A port that is free now. A resource has its port in its name, so it is known before the server listens. */
async function freePort() {
  const probe = createServer().listen(0, '127.0.0.1');
  await new Promise((listening) => probe.on('listening', listening));
  const { port } = probe.address();
  await new Promise((closed) => probe.close(closed));
  return port;
}

/** `two-gates`, with its search service. `command` is what a client starts it with over stdio. */
export const twoGates = (binary) => async ({ start, files, folder, issuer }) => {
  const quiet = { json: false };
  const search = await start([binary, 'search-service', '--listen', '127.0.0.1:0'], quiet).next();
  const listen = `127.0.0.1:${await freePort()}`;
  const at = (name) => join(folder, name);
  const text = JSON.stringify;
  const settings = `
listen = ${text(listen)}
resource = ${text(`http://${listen}/mcp`)}
store = ${text(`sqlite:${at('grants.db')}`)}
files = ${text(files)}
quarantine = ${text(at('quarantine'))}
keys = ${text(at('keys'))}
[auth]
issuers = [{ issuer = ${text(issuer)} }]
first_scopes = ["files:read"]
[search]
url = ${text(search.split('listening on ')[1])}
[stdio]
user = "alice"
scopes = ["files:read", "files:write"]
`;
  const config = at('two-gates.toml');
  writeFileSync(config, settings);
  execFileSync(binary, ['keys', 'new', '--keys', at('keys')]);
  const serving = start([binary, 'serve', '--config', config], quiet);
  const url = (await serving.next()).split('listening on ')[1];
  return { url, payments: () => ledger(at('grants.db')), command: [binary, 'serve', '--stdio', '--config', config] };
};

/** The rows of the ledger, oldest first. */
function ledger(path) {
  if (!isFile(path)) return [];
  const database = new DatabaseSync(path, { readOnly: true });
  try {
    const rows = database.prepare('SELECT payee AS "to", amount, currency FROM payments ORDER BY rowid').all();
    return rows.map(({ to, amount, currency }) => ({ to, amount: Number(amount), currency }));
  } finally {
    database.close();
  }
}

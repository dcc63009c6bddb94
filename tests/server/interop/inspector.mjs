// The MCP Inspector's command line as an arm of the story: see arm.mjs for what it is told and what it answers.
//
// The package has two commands over one store of tokens. `mcpdo` keeps a connection, and answers questions; it cannot step
// up by itself. `mcp-inspector --cli` makes one call, and steps up where somebody says yes; it cannot answer questions. So
// a call that lacks a scope is made once with the second, and again with the first.

import { execFile } from 'node:child_process';
import { createServer } from 'node:http';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { clicked, obey, textOf } from './arm.mjs';

const bin = (name) => fileURLToPath(new URL(`node_modules/.bin/${name}`, import.meta.url));
const home = process.env.HOME;
const config = join(home, 'servers.json');
const folder = join(home, 'bin');

// Why a step is impossible.
const HIDDEN = 'calls nothing that tools/list does not name, so it never steps up to a tool that is hidden for want of scope';

let person;
let environment;

/** A port that is free now. */
async function freePort() {
  const probe = createServer().listen(0, '127.0.0.1');
  await new Promise((listening) => probe.on('listening', listening));
  const { port } = probe.address();
  await new Promise((closed) => probe.close(closed));
  return port;
}

/** Runs a command of the package. Fails with what it says of the failure. */
function run(command, args, input, more) {
  return new Promise((done, fail) => {
    const how = { env: { ...environment, ...more }, timeout: 30_000 };
    const child = execFile(process.execPath, [bin(command), ...args], how, (_, out, errors) => {
      if (out.trim()) return done(JSON.parse(out));
      const line = errors.split('\n').find((one) => one.startsWith('{"error"'));
      if (!line) return out || errors.includes('Error') ? fail(new Error(errors)) : done({});
      const { code, message } = JSON.parse(line).error;
      return fail(Object.assign(new Error(message), { code }));
    });
    child.stdin.end(input ?? '');
  });
}

const mcpdo = (...args) => run('mcpdo', [...args, '--format', 'json']);

/** What a person's browser is on this machine: a program that is given an address. */
function browser() {
  mkdirSync(folder, { recursive: true });
  const at = join(folder, 'xdg-open');
  writeFileSync(at, `#!/bin/sh\nexec "${process.execPath}" "${fileURLToPath(new URL('browse.mjs', import.meta.url))}" "$1"\n`);
  chmodSync(at, 0o755);
  return at;
}

/** A call with one question at most, which is answered as told. */
async function call({ tool, args, answer }) {
  let result = await mcpdo('@gates', 'tools/call', tool, JSON.stringify(args));
  const asked = [];
  while (result.elicitationPending) {
    const { elicitationId, message } = result.elicitationPending;
    asked.push(message);
    const how = { accept: 'approved:=true', decline: '--decline', cancel: '--cancel' }[answer];
    result = await mcpdo('@gates', 'elicitation/respond', elicitationId, how);
  }
  return { asked, isError: result.isError ?? false, text: textOf(result.content) };
}

/** The same call with the command that steps up, for its tokens alone. Somebody says yes to the step-up. */
async function stepUp({ tool, args }) {
  const how = ['--config', config, '--server', 'gates', '--format', 'json', '--method', 'tools/call'];
  const called = ['--cli', ...how, '--tool-name', tool, '--tool-args-json', JSON.stringify(args)];
  const opened = { BROWSER: browser(), MCP_AUTO_OPEN_ENABLED: 'true', INTEROP_PERSON: JSON.stringify(person) };
  try {
    await run('mcp-inspector', called, 'y\n', opened);
  } catch (failed) {
    // It declares that it cannot ask, so a tool that asks is refused: with the token that is wanted here.
    if (!/elicitation|form/i.test(failed.message)) throw failed;
  }
}

await obey({
  connect: async ({ url, command, scopes, ...more }) => {
    person = more.person;
    const { PATH, HOME } = process.env;
    const callback = `http://127.0.0.1:${await freePort()}/oauth/callback`;
    const kept = { MCP_INSPECTOR_SECRET_STORE: 'file', MCP_OAUTH_CALLBACK_URL: callback };
    const daemon = { MCP_INSPECTOR_DAEMON_DIR: join(home, 'daemon'), MCP_INSPECTOR_DAEMON_TOKEN: 'a-token-of-a-test' };
    environment = { HOME, PATH: `${folder}:${PATH}`, ...kept, ...daemon };
    // With a refresh token it answers a step-up with a refresh, and fails: 2.12.0.
    const oauth = { requestRefreshToken: false, ...(scopes && { scopes }) };
    const remote = { type: 'streamable-http', url, oauth };
    const gates = command ? { type: 'stdio', command: command[0], args: command.slice(1) } : remote;
    writeFileSync(config, JSON.stringify({ mcpServers: { gates: { protocolEra: 'modern', ...gates } } }));
    // Without a token it waits for a person, who is shown an address.
    const { authUrl } = await mcpdo('connect', 'gates', '--config', config, '--relogin');
    if (authUrl) {
      await fetch(await clicked(person, authUrl));
      const shown = await mcpdo('connections/show', '@gates');
      if (!shown.auth?.authorized) throw new Error(`not authorized: ${JSON.stringify(shown)}`);
    }
  },
  grant: ({ how }) => void (person.grant = how),
  list: () => mcpdo('@gates', 'tools/list'),
  call: async (told) => {
    try {
      return await call(told);
    } catch (failed) {
      if (failed.code === 'tool_not_found') return { impossible: HIDDEN };
      if (failed.code !== 'auth_required' && !/auth recovery/.test(failed.message)) throw failed;
      await stepUp(told);
      return call(told);
    }
  },
  close: () => mcpdo('daemon', 'stop'),
});

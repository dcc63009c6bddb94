// A server of a few lines in place of `two-gates`, to show that the story fails where a server is careless. It keeps what
// the story looks at, until it is told which one thing to neglect:
//
//   node stand-in.mjs --issuer URL --files FOLDER --ledger FILE [--neglect WHAT]

import { createHash } from 'node:crypto';
import { appendFileSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createRemoteJWKSet, jwtVerify } from 'jose';

const { values: options } = parseArgs({
  options: {
    issuer: { type: 'string' },
    files: { type: 'string' },
    ledger: { type: 'string' },
    neglect: { type: 'string', default: '' },
  },
});
const neglects = (what) => options.neglect === what;
const { tools } = JSON.parse(readFileSync(new URL('../../vectors/tools.json', import.meta.url)));
const jwks = createRemoteJWKSet(new URL(`${options.issuer}/jwks`));
const asked = new Set();
let resource;
let metadata;

const needs = {
  list_files: ({ folder }) => ['files:read', ...(folder === 'payroll' ? ['files:payroll'] : [])],
  search_web: () => ['web:search'],
  delete_file: ({ path }) => ['files:write', ...(path?.includes('/') ? ['files:payroll'] : [])],
  send_payment: ({ amount }) => ['payments:write', ...(amount > 1000 ? ['payments:approve'] : [])],
};

const acts = {
  list_files: ({ folder }) => readdirSync(join(options.files, folder === 'payroll' ? 'payroll' : '')).join('\n'),
  search_web: ({ query }) => `hits for ${query}`,
  delete_file: ({ path }) => {
    rmSync(join(options.files, path));
    return `deleted ${path}`;
  },
  send_payment: ({ to, amount, currency }) => {
    appendFileSync(options.ledger, `${JSON.stringify({ to, amount, currency })}\n`);
    return `paid ${amount} ${currency} to ${to}`;
  },
};

const said = (text, isError) => ({ resultType: 'complete', content: [{ type: 'text', text }], isError });

const defaults = { send_payment: { currency: 'EUR' } };

function call({ name, arguments: sent = {}, inputResponses, requestState }) {
  const args = { ...defaults[name], ...sent };
  if (neglects('everything')) return said('ok', false);
  const real = { list_files: true, search_web: true };
  const run = () => said(neglects('effects') && !real[name] ? JSON.stringify(args) : acts[name](args), false);
  if (name === 'list_files' && !neglects('reads')) return run();
  const state = createHash('sha256').update(JSON.stringify([name, args, asked.size])).digest('hex');
  if (!requestState || !asked.has(requestState)) {
    if (neglects('asking')) return run();
    if (neglects('waiting')) acts[name](args);
    asked.add(state);
    const message = neglects('showing') ? 'May I?' : `${name} ${JSON.stringify(args)}`;
    const requestedSchema = { type: 'object', properties: { approved: { type: 'boolean' } }, required: ['approved'] };
    const approval = { method: 'elicitation/create', params: { mode: 'form', message, requestedSchema } };
    return { resultType: 'input_required', inputRequests: { approval }, requestState: state };
  }
  asked.delete(requestState);
  const { action } = inputResponses.approval;
  if (action === 'accept' || neglects('a no')) return run();
  const why = action === 'decline' ? 'the person declined' : 'the person closed the question without deciding';
  return said(`Not run: ${why}.`, !neglects('isError'));
}

function list(granted) {
  const covered = ({ listed }) => neglects('the list') || needs[listed.name]({}).every((scope) => granted.has(scope));
  const listed = tools.filter(covered).map((tool) => tool.listed);
  return { resultType: 'complete', tools: listed, ttlMs: 0, cacheScope: 'private' };
}

const discovered = {
  resultType: 'complete',
  supportedVersions: ['2026-07-28'],
  capabilities: { tools: {} },
  ttlMs: 0,
  cacheScope: 'public',
};

async function answer(request, response) {
  const reply = (status, value, headers = {}) => {
    response.writeHead(status, { 'Content-Type': 'application/json', ...headers });
    response.end(value && JSON.stringify(value));
  };
  if (request.method === 'GET' && request.url.startsWith('/.well-known/oauth-protected-resource')) {
    const scopes = { scopes_supported: ['files:read'], bearer_methods_supported: ['header'] };
    return reply(200, { resource, authorization_servers: [options.issuer], ...scopes });
  }
  if (request.url !== '/mcp' || request.method !== 'POST') return reply(405);
  const challenge = (status, more) =>
    reply(status, undefined, { 'WWW-Authenticate': `Bearer resource_metadata="${metadata}", ${more}` });
  let granted;
  try {
    const token = request.headers.authorization?.replace('Bearer ', '');
    const { payload } = await jwtVerify(token, jwks, { issuer: options.issuer, audience: resource });
    granted = new Set((payload.scope ?? '').split(' '));
  } catch {
    if (!neglects('tokens')) return challenge(401, 'scope="files:read"');
    granted = new Set();
  }
  const parts = [];
  for await (const part of request) parts.push(part);
  const { id, method, params } = JSON.parse(Buffer.concat(parts));
  if (id === undefined) return reply(202);
  if (method === 'tools/call' && !neglects('scopes') && !neglects('everything')) {
    const all = needs[params.name](params.arguments ?? {});
    const lacking = all.filter((scope) => !granted.has(scope));
    const named = neglects('whole challenges') ? lacking.slice(0, 1) : all;
    if (lacking.length > 0) return challenge(403, `error="insufficient_scope", scope="${named.join(' ')}"`);
  }
  const does = { 'server/discover': () => discovered, 'tools/list': () => list(granted), 'tools/call': () => call(params) };
  return reply(200, { jsonrpc: '2.0', id, result: does[method]() });
}

const listener = createServer((request, response) => {
  answer(request, response).catch((failed) => response.writeHead(500).end(String(failed)));
});
await new Promise((listening) => listener.listen(0, '127.0.0.1', listening));
const origin = `http://127.0.0.1:${listener.address().port}`;
resource = `${origin}/mcp`;
metadata = `${origin}/.well-known/oauth-protected-resource/mcp`;
console.log(JSON.stringify({ url: resource }));
process.stdin.on('end', () => process.exit(0)).resume();

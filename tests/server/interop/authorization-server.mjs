// A real authorization server on loopback for the tests: `oidc-provider`, with JWT access tokens for one resource each
// (RFC 8707), PKCE, dynamic client registration and `iss` in its answers. Beside it a bench that no real one has:
//
//   POST /test/click   {url, user, grant}       a person at the browser: signs in and grants; answers {callback}
//   POST /test/token   {resource, scope, user}  a whole authorization by a client of its own; answers {access_token}
//   POST /test/mint    {claims, header, other}  a token with any claims, signed by its key, or by one nobody knows;
//                      {claims, header, as}     unsigned ("none"), or signed by what is public of its key as a secret
//   POST /test/rotate  {keep}                   a new key; the old one stays in the JWKS for as long as it is kept
//   GET  /test/seen                             what it was asked: authorizations and exchanges, in their order
//
// It prints one line, {"issuer": ...}, once it listens, and ends when its standard input does.
//   node authorization-server.mjs [--alg RS256|ES256] [--seconds 600] [--issuer URL]

import { createServer } from 'node:http';
import { parseArgs } from 'node:util';
import { SignJWT, exportJWK, exportSPKI, generateKeyPair, importJWK } from 'jose';
import Provider, { errors } from 'oidc-provider';
import { authorize, click } from './person.mjs';

const SCOPES = 'files:read files:write files:payroll files:admin web:search payments:write payments:approve';

const { values: options } = parseArgs({
  options: {
    alg: { type: 'string', default: 'ES256' },
    seconds: { type: 'string', default: '600' },
    issuer: { type: 'string' },
  },
});

const seen = [];
let numbered = 0;

async function newKey() {
  const { privateKey } = await generateKeyPair(options.alg, { extractable: true });
  numbered += 1;
  return { ...(await exportJWK(privateKey)), alg: options.alg, use: 'sig', kid: `key-${process.pid}-${numbered}` };
}

/** A server with these keys: it signs with the first, and publishes all. Whatever else it knows, all of them share. */
function provider(issuer, keys) {
  return new Provider(issuer, {
    jwks: { keys },
    enabledJWA: { idTokenSigningAlgValues: [options.alg], requestObjectSigningAlgValues: [options.alg] },
    clientDefaults: { id_token_signed_response_alg: options.alg },
    clientAuthMethods: ['none', 'client_secret_basic', 'client_secret_post'],
    cookies: { keys: ['a cookie of a test'] },
    features: {
      devInteractions: { enabled: false },
      registration: { enabled: true },
      resourceIndicators: {
        enabled: true,
        // A client that names no resource gets a token for none.
        defaultResource: () => undefined,
        useGrantedResource: () => true,
        getResourceServerInfo: (_, resource) => {
          if (new URL(resource).hostname !== '127.0.0.1') throw new errors.InvalidTarget();
          const jwt = { sign: { alg: options.alg } };
          const accessTokenTTL = Number(options.seconds);
          return { scope: SCOPES, audience: resource, accessTokenFormat: 'jwt', accessTokenTTL, jwt };
        },
      },
    },
    findAccount: (_, id) => ({ accountId: id, claims: () => ({ sub: id }) }),
    interactions: { url: (_, interaction) => `/login/${interaction.uid}` },
    pkce: { required: () => true },
    ttl: { AuthorizationCode: 60, Grant: 3600, Interaction: 3600, Session: 3600 },
    renderError: (context, out) => {
      context.type = 'json';
      context.body = out;
    },
  });
}

const page = (uid, asked) => `<!doctype html><title>Sign in</title>
<form method="post" action="/login/${uid}"><p>Asked for: ${asked}</p>
<label>User <select name="user"><option>alice<option>bob</select></label>
<label>Grant <select name="grant"><option>all<option>half<option>nothing<option>deny</select></label>
<button>Sign in</button></form>`;

/** How much of what was asked for a person grants: all, the first half in the order of the alphabet, or nothing. */
function granted(asked, grant) {
  const sorted = [...asked].sort();
  return { all: sorted, half: sorted.slice(0, Math.ceil(sorted.length / 2)), nothing: [] }[grant];
}

/** The pages on which a person signs in, and grants: the same page twice, for the same person. */
async function login(request, response, form) {
  const { uid, params, prompt, session } = await server.interactionDetails(request, response);
  const asked = (params.scope ?? '').split(' ').filter((scope) => SCOPES.split(' ').includes(scope));
  if (!form) {
    return response.setHeader('Content-Type', 'text/html').end(page(uid, asked.join(' ')));
  }
  const { user, grant } = form;
  const finish = (result) => server.interactionFinished(request, response, result, { mergeWithLastSubmission: false });
  if (!['alice', 'bob'].includes(user) || grant === 'deny') {
    return finish({ error: 'access_denied', error_description: 'the person said no' });
  }
  if (prompt.name === 'login') {
    return finish({ login: { accountId: user } });
  }
  const record = new server.Grant({ accountId: session.accountId, clientId: params.client_id });
  const given = granted(asked, grant);
  record.addOIDCScope('offline_access');
  record.addResourceScope(params.resource, given.join(' '));
  record.rejectResourceScope(params.resource, asked.filter((scope) => !given.includes(scope)).join(' '));
  return finish({ consent: { grantId: await record.save() } });
}

/** What everybody knows of the key, as a secret: for a server that takes the algorithm from the token. */
async function publicBytes(as) {
  const { d, ...jwk } = keys[0];
  const pem = await exportSPKI(await importJWK(jwk, options.alg));
  const der = Buffer.from(pem.replace(/-----[^-]+-----|\s/g, ''), 'base64');
  const forms = { pem, line: pem.trim(), der, jwk: JSON.stringify(jwk), x: Buffer.from(jwk.x ?? jwk.n, 'base64url') };
  return Buffer.from(forms[as]);
}

const bench = {
  click: ({ url, user, grant }) => click(url, { user, grant }),
  token: ({ resource, scope, user, grant }) => authorize(issuer, { resource, scope, user, grant }),
  rotate: async ({ keep }) => {
    keys = [await newKey(), ...(keep ? keys : [])];
    ({ server, handler } = serving(issuer, keys));
    return { kid: keys[0].kid };
  },
  mint: async ({ claims, header, other, as }) => {
    const plain = { typ: 'at+jwt', kid: keys[0].kid, ...header };
    if (as === 'none') {
      const part = (value) => Buffer.from(JSON.stringify(value)).toString('base64url');
      return { access_token: `${part({ alg: 'none', ...plain })}.${part(claims)}.` };
    }
    const alg = as ? 'HS256' : options.alg;
    const key = as ? await publicBytes(as) : await importJWK(other ? await newKey() : keys[0], options.alg);
    const signed = new SignJWT(claims).setProtectedHeader({ alg, ...plain });
    const known = Object.fromEntries((header?.crit ?? []).map((name) => [name, true]));
    return { access_token: await signed.sign(key, { crit: known }) };
  },
  seen: () => seen,
};

function serving(name, jwks) {
  const made = provider(name, jwks);
  made.on('authorization.accepted', (context) => note('authorization', context));
  made.on('grant.success', (context) => note('exchange', context));
  return { server: made, handler: made.callback() };
}

function note(kind, context) {
  const { scope, resource, client_id: client, code_challenge_method: method } = context.oidc.params;
  seen.push({ kind, scope, resource, client: client ?? context.oidc.client?.clientId, method });
}

async function body(request) {
  const parts = [];
  for await (const part of request) parts.push(part);
  return Buffer.concat(parts).toString();
}

async function answer(request, response) {
  const [, first, second] = request.url.split(/[/?]/);
  if (first === 'test') {
    const sent = request.method === 'POST' ? JSON.parse(await body(request)) : {};
    const told = await bench[second](sent);
    return response.setHeader('Content-Type', 'application/json').end(JSON.stringify(told));
  }
  if (first === 'login') {
    const form = request.method === 'POST' && Object.fromEntries(new URLSearchParams(await body(request)));
    return login(request, response, form);
  }
  if (first === 'reg' && request.method === 'POST') {
    // Clients register with the scope of their first request. Taken for a limit, it would forbid every step-up.
    const { scope, ...registered } = JSON.parse(await body(request));
    request.body = registered;
  }
  return handler(request, response);
}

const listener = createServer((request, response) => {
  answer(request, response).catch((failed) => response.writeHead(500).end(String(failed)));
});
await new Promise((listening) => listener.listen(0, '127.0.0.1', listening));
const issuer = options.issuer ?? `http://127.0.0.1:${listener.address().port}`;
let keys = [await newKey()];
let { server, handler } = serving(issuer, keys);
console.log(JSON.stringify({ issuer, bench: `http://127.0.0.1:${listener.address().port}/test` }));
process.stdin.on('end', () => process.exit(0)).resume();

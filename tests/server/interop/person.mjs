// A person at a browser, and a client of the bench's own, for whoever needs a token and no client.

import { createHash, randomBytes } from 'node:crypto';

/** Opens the address, signs in, grants, and says where the browser is sent at the end: the client's callback. */
export async function click(url, { user = 'alice', grant = 'all' }) {
  const jar = new Map();
  const own = new URL(url).origin;
  let at = url;
  let form;
  for (let steps = 0; steps < 10; steps += 1) {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const sent = form ? { method: 'POST', body: new URLSearchParams(form) } : {};
    const page = await fetch(at, { ...sent, redirect: 'manual', headers: { cookie } });
    for (const line of page.headers.getSetCookie()) {
      const [name, value] = line.split(';')[0].split('=');
      jar.set(name, value);
    }
    const next = page.headers.get('location');
    if (next) {
      at = new URL(next, at).href;
      form = undefined;
      if (new URL(at).origin !== own) return { callback: at };
    } else if (page.ok && !form && page.headers.get('content-type').startsWith('text/html')) {
      form = { user, grant };
    } else {
      throw new Error(`the login ended at ${page.status}: ${await page.text()}`);
    }
  }
  throw new Error('the login went round in circles');
}

/** A token for this resource and these scopes, by registration, PKCE and an exchange, as any client gets one. */
export async function authorize(issuer, { resource, scope, user, grant }) {
  const metadata = await json(await fetch(`${issuer}/.well-known/openid-configuration`));
  const redirect = 'http://127.0.0.1:1/callback';
  const client = await json(
    await fetch(metadata.registration_endpoint, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({
        redirect_uris: [redirect],
        token_endpoint_auth_method: 'none',
        application_type: 'native',
      }),
    }),
  );
  const verifier = randomBytes(32).toString('base64url');
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: client.client_id,
    redirect_uri: redirect,
    scope,
    resource,
    state: randomBytes(8).toString('hex'),
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  });
  const { callback } = await click(`${metadata.authorization_endpoint}?${query}`, { user, grant });
  const code = new URL(callback).searchParams.get('code');
  if (!code) throw new Error(`no code: ${callback}`);
  const exchange = new URLSearchParams({
    grant_type: 'authorization_code',
    client_id: client.client_id,
    redirect_uri: redirect,
    resource,
    code,
    code_verifier: verifier,
  });
  return json(await fetch(metadata.token_endpoint, { method: 'POST', body: exchange }));
}

async function json(response) {
  const text = await response.text();
  if (!response.ok) throw new Error(`${response.url} answered ${response.status}: ${text}`);
  return JSON.parse(text);
}

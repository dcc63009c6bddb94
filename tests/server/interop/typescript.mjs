// The official TypeScript client as an arm of the story: see arm.mjs for what it is told and what it answers.

import { Client, StreamableHTTPClientTransport, UnauthorizedError } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { clicked, obey, textOf } from './arm.mjs';

const REDIRECT = 'http://127.0.0.1:1/callback';

let client;
let transport;
let person;
let answer;
let asked = [];
let callback;

/** What a host keeps of its authorization, in memory. */
class Kept {
  redirectUrl = REDIRECT;
  clientMetadata = {
    client_name: 'twogates interop',
    redirect_uris: [REDIRECT],
    grant_types: ['authorization_code'],
    response_types: ['code'],
    token_endpoint_auth_method: 'none',
    application_type: 'native',
  };
  state = () => 'a-state';
  clientInformation = () => this.client;
  saveClientInformation = (client) => void (this.client = client);
  tokens = () => this.kept;
  saveTokens = (tokens) => void (this.kept = tokens);
  saveCodeVerifier = (verifier) => void (this.verifier = verifier);
  codeVerifier = () => this.verifier;
  async redirectToAuthorization(url) {
    callback = await clicked(person, url.href);
  }
}

/** Does it; where the client was sent to the browser, brings back what the browser got, and does it once more. The client
 *  counts step-ups within one request only; that one more is enough, its host must know. */
async function authorized(act) {
  for (let tries = 0; ; tries += 1) {
    try {
      return await act();
    } catch (failed) {
      if (!(failed instanceof UnauthorizedError) || tries === 1) throw failed;
      await transport.finishAuth(new URL(callback).searchParams);
    }
  }
}

function newClient() {
  asked = [];
  client = new Client(
    { name: 'twogates-interop-typescript', version: '1' },
    { capabilities: { elicitation: { form: {} } }, versionNegotiation: { mode: { pin: '2026-07-28' } } },
  );
  client.setRequestHandler('elicitation/create', ({ params }) => {
    asked.push(params.message);
    return answer === 'accept' ? { action: 'accept', content: { approved: true } } : { action: answer };
  });
}

await obey({
  connect: async ({ url, command, ...more }) => {
    person = more.person;
    if (command) {
      newClient();
      transport = new StdioClientTransport({ command: command[0], args: command.slice(1) });
      await client.connect(transport);
      return {};
    }
    const kept = new Kept();
    let first = true;
    transport = new StreamableHTTPClientTransport(new URL(url), { authProvider: kept });
    await authorized(() => {
      // A transport starts once: the next client gets one of its own, over the same tokens.
      if (!first) transport = new StreamableHTTPClientTransport(new URL(url), { authProvider: kept });
      first = false;
      newClient();
      return client.connect(transport);
    });
    return {};
  },
  grant: ({ how }) => void (person.grant = how),
  list: async () => ({ tools: (await authorized(() => client.listTools(undefined, { cacheMode: 'bypass' }))).tools }),
  call: async ({ tool, args, ...how }) => {
    answer = how.answer;
    asked = [];
    const result = await authorized(() => client.callTool({ name: tool, arguments: args }));
    return { asked, isError: result.isError ?? false, text: textOf(result.content) };
  },
  close: () => client.close(),
});

// A browser for a client that opens one: it goes where it is sent, as the person who is told of in INTEROP_PERSON, and
// ends at the client's own callback.

import { clicked } from './arm.mjs';

const callback = await clicked(JSON.parse(process.env.INTEROP_PERSON), process.argv[2]);
await fetch(callback);

// The official schemas, from the two packages that hold them.
//
// `@modelcontextprotocol/core` exports schemas that serve every revision at once. They are lax for this one: `_meta`
// and `resultType` may be missing, caching hints are unknown, URL mode still wants an `elicitationId`. What is strict
// in it are the JSON-RPC envelopes, and these are taken.
//
// `@modelcontextprotocol/client` holds the strict schemas of 2026-07-28, and the codec that the official client and
// server read and write with, but exports neither. A load hook adds the two names to the module that declares them.
// The package is pinned to one version by package.json and by the digest in package-lock.json; when a later version
// keeps them elsewhere, the check stops here with an error.

import { registerHooks } from "node:module";

let wireModule;
registerHooks({
  load(url, context, next) {
    const loaded = next(url, context);
    if (!url.includes("/@modelcontextprotocol/client/dist/") || loaded.format !== "module") return loaded;
    const source = String(loaded.source);
    if (!source.includes("function buildSchemas2026(") || !source.includes("const rev2026Codec =")) return loaded;
    wireModule = url;
    return { ...loaded, source: `${source}\nexport { buildSchemas2026, rev2026Codec };\n` };
  },
});

/** The official client's public names: its error classes are used. */
export const client = await import("@modelcontextprotocol/client");
if (!wireModule) throw new Error("the official client no longer holds its 2026-07-28 schemas where this looks");
const { buildSchemas2026, rev2026Codec } = await import(wireModule);

/** The schemas of all revisions. */
export const core = await import("@modelcontextprotocol/core");

/** The schemas of this revision, by name. */
export const wire = new Proxy(buildSchemas2026(), {
  get(schemas, name) {
    if (!Object.hasOwn(schemas, name)) throw new Error(`the official types have no ${String(name)}`);
    return schemas[name];
  },
});

/** What the official client and server of this revision accept, beyond the schemas. */
export const codec = rev2026Codec;

/** The JSON Schema validator with which the official client checks a form's answer. */
export const { AjvJsonSchemaValidator } = await import("@modelcontextprotocol/client/validators/ajv");

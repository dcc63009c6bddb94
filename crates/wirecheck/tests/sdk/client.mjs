// Uses all that server.mjs has, rightly and wrongly, and answers its questions with yes, no, a closed prompt and yes.

import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { fileURLToPath } from "node:url";

const here = (name) => fileURLToPath(new URL(name, import.meta.url));
const actions = ["accept", "decline", "cancel", "accept"];
const client = new Client(
  { name: "desk", version: "1" },
  { capabilities: { elicitation: { form: {} } }, versionNegotiation: { mode: "auto" } },
);
client.setRequestHandler("elicitation/create", async ({ params }) => {
  const action = actions.shift();
  const content = params.message === "Who?" ? { name: "x" } : { approved: true };
  return action === "accept" ? { action, content } : { action };
});
const command = [here("tee.py"), process.argv[2], process.execPath, here("server.mjs")];
await client.connect(new StdioClientTransport({ command: "python3", args: command }));
for (const call of [
  () => client.listTools(),
  () => client.listPrompts(),
  () => client.listResources(),
  () => client.readResource({ uri: "notes://a" }),
  () => client.getPrompt({ name: "greet", arguments: { name: "x" } }),
  () => client.callTool({ name: "add", arguments: { a: 1, b: 2 } }),
  () => client.callTool({ name: "delete_file", arguments: { path: "a" } }),
  () => client.callTool({ name: "delete_file", arguments: { path: "b" } }),
  () => client.callTool({ name: "delete_file", arguments: { path: "c" } }),
  () => client.callTool({ name: "stateless", arguments: {} }),
  () => client.callTool({ name: "fail", arguments: {} }),
  () => client.callTool({ name: "add", arguments: { a: "x" } }),
  () => client.callTool({ name: "nope", arguments: {} }),
  () => client.readResource({ uri: "notes://zzz" }),
]) {
  try {
    await call();
  } catch (error) {
    console.log(error.message);
  }
}
await client.close();

// Notes, with the TypeScript SDK: one tool that adds, two that ask, one that fails.

import { McpServer, acceptedContent, inputRequired, inputResponse } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { z } from "zod";

const approval = z.object({ approved: z.boolean() });
const name = z.object({ name: z.string() });
const text = (text) => ({ content: [{ type: "text", text }] });

serveStdio(() => {
  const server = new McpServer({ name: "notes", version: "1.0.0" });
  const sum = z.object({ a: z.number(), b: z.number() });
  server.registerTool("add", { description: "Adds.", inputSchema: sum }, async ({ a, b }) => text(String(a + b)));
  const path = z.object({ path: z.string() });
  server.registerTool("delete_file", { description: "Deletes.", inputSchema: path }, async ({ path }, { mcpReq }) => {
    if (inputResponse(mcpReq.inputResponses, "approval").kind === "missing") {
      const asked = inputRequired.elicit({ message: `Delete ${path}?`, requestedSchema: approval });
      return inputRequired({ inputRequests: { approval: asked }, requestState: `round-1:${path}` });
    }
    const answer = acceptedContent(mcpReq.inputResponses, "approval", approval);
    return answer?.approved === true ? text(`deleted ${path}`) : { isError: true, ...text("Not run.") };
  });
  server.registerTool("stateless", { description: "Asks.", inputSchema: z.object({}) }, async (_, { mcpReq }) => {
    const answer = acceptedContent(mcpReq.inputResponses, "name", name);
    if (answer) return text("hi");
    return inputRequired({ inputRequests: { name: inputRequired.elicit({ message: "Who?", requestedSchema: name }) } });
  });
  server.registerTool("fail", { description: "Fails.", inputSchema: z.object({}) }, async () => {
    throw new Error("no");
  });
  server.registerResource("a", "notes://a", {}, async (uri) => ({ contents: [{ uri: uri.href, text: "hello" }] }));
  server.registerPrompt("greet", { argsSchema: name }, ({ name }) => ({
    messages: [{ role: "user", content: { type: "text", text: `Greet ${name}` } }],
  }));
  return server;
});

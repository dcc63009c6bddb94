// One-fault variants of sample.jsonl that must be rejected, and variants that are right and must be accepted.
//
// A row: what it is, the number of the entry, the path in its message, the new value (`GONE`: removed), and for a fault
// where it is reported.
//
// The official types see none of these, so that they are not in the list (`wirecheck` sees those that break a rule):
// members that are unknown or stand in the wrong place; a tool name of foreign letters; two tools of one name; a required
// form field that is not among its properties; an accepted form without content; content beside a decline; data beside
// -32020; numbers in `supported` of -32022; a protocol version of any text; a response id that is not its request's.

export const GONE = undefined;

const META = ["params", "_meta"];
const VERSION = "io.modelcontextprotocol/protocolVersion";
const CAPABILITIES = "io.modelcontextprotocol/clientCapabilities";
const CLIENT = "io.modelcontextprotocol/clientInfo";
const SERVER = "io.modelcontextprotocol/serverInfo";
const ASKED = ["result", "inputRequests", "approval"];
const FORM = [...ASKED, "params", "requestedSchema"];
const GIVEN = ["params", "inputResponses", "approval"];
const URL_QUESTION = { mode: "url", message: "Confirm on this page", url: "https://files.example/confirm" };

export const broken = [
  ["request: other JSON-RPC version", 4, ["jsonrpc"], "1.0", "$.jsonrpc"],
  ["request: null id", 4, ["id"], null, "$.id"],
  ["request: fractional id", 4, ["id"], 1.5, "$.id"],
  ["request: result beside the method", 4, ["result"], {}, "$"],
  ["request: unknown method", 4, ["method"], "initialize", "$.method"],
  ["request: method of Object.prototype", 4, ["method"], "constructor", "$.method"],
  ["request: no params", 4, ["params"], GONE, "$.params"],
  ["_meta: missing", 6, META, GONE, "$.params._meta"],
  ["_meta: no version", 6, [...META, VERSION], GONE, `$.params._meta["${VERSION}"]`],
  ["_meta: no capabilities", 6, [...META, CAPABILITIES], GONE, `$.params._meta["${CAPABILITIES}"]`],
  ["_meta: a capability that is no object", 6, [...META, CAPABILITIES, "elicitation"], true, `$.params._meta["${CAPABILITIES}"].elicitation`],
  ["_meta: a client without version", 6, [...META, CLIENT, "version"], GONE, `$.params._meta["${CLIENT}"].version`],
  ["tools/list: numeric cursor", 6, ["params", "cursor"], 2, "$.params.cursor"],
  ["tools/call: no name", 8, ["params", "name"], GONE, "$.params.name"],
  ["tools/call: arguments as an array", 8, ["params", "arguments"], ["notes.txt"], "$.params.arguments"],
  ["retry: numeric state", 11, ["params", "requestState"], 1, "$.params.requestState"],
  ["retry: answers as an array", 11, ["params", "inputResponses"], [{ action: "accept" }], "$.params.inputResponses"],
  ["retry: unknown action", 17, [...GIVEN, "action"], "refuse", "$.params.inputResponses.approval.action"],
  ["retry: answer wrapped in a result", 17, GIVEN, { method: "elicitation/create", result: { action: "decline" } }, "$.params.inputResponses.approval.action"],
  ["retry: an answer to what was not asked in this way", 17, GIVEN, { roots: [] }, "$.params.inputResponses.approval.action"],
  ["retry: nested content", 11, [...GIVEN, "content"], { approved: { yes: true } }, "$.params.inputResponses.approval.content.approved"],
  ["retry: null content", 11, [...GIVEN, "content"], null, "$.params.inputResponses.approval.content"],
  ["retry: content of another type than the form's", 11, [...GIVEN, "content", "approved"], "yes", "$.params.inputResponses.approval.content"],
  ["retry: content lacks a required field", 11, [...GIVEN, "content"], {}, "$.params.inputResponses.approval.content"],
  ["result: no id", 13, ["id"], GONE, "$.id"],
  ["result: error beside it", 13, ["error"], { code: -32603, message: "no" }, "$"],
  ["result: no resultType", 13, ["result", "resultType"], GONE, "$.result"],
  ["result: unknown resultType", 13, ["result", "resultType"], "done", "$.result"],
  ["result: numeric resultType", 13, ["result", "resultType"], 1, "$.result.resultType"],
  ["result: a server without name", 13, ["result", "_meta", SERVER, "name"], GONE, `$.result._meta["${SERVER}"].name`],
  ["tools/call: no content", 13, ["result", "content"], GONE, "$.result.content"],
  ["tools/call: content as text", 13, ["result", "content"], "Deleted.", "$.result.content"],
  ["tools/call: unknown kind of content", 13, ["result", "content", 0, "type"], "words", "$.result.content[0].type"],
  ["tools/call: text block without text", 18, ["result", "content", 0, "text"], GONE, "$.result.content[0].text"],
  ["tools/call: isError as text", 18, ["result", "isError"], "true", "$.result.isError"],
  ["server/discover: no versions", 5, ["result", "supportedVersions"], GONE, "$.result.supportedVersions"],
  ["server/discover: one version as text", 5, ["result", "supportedVersions"], "2026-07-28", "$.result.supportedVersions"],
  ["server/discover: tools as true", 5, ["result", "capabilities", "tools"], true, "$.result.capabilities.tools"],
  ["server/discover: no ttlMs", 5, ["result", "ttlMs"], GONE, "$.result.ttlMs"],
  ["server/discover: no cacheScope", 5, ["result", "cacheScope"], GONE, "$.result.cacheScope"],
  ["server/discover: a capability of an older revision", 5, ["result", "capabilities", "tasks"], {}, "$.result"],
  ["tools/list: no ttlMs", 7, ["result", "ttlMs"], GONE, "$.result.ttlMs"],
  ["tools/list: negative ttlMs", 7, ["result", "ttlMs"], -1, "$.result.ttlMs"],
  ["tools/list: fractional ttlMs", 7, ["result", "ttlMs"], 0.5, "$.result.ttlMs"],
  ["tools/list: unknown cacheScope", 7, ["result", "cacheScope"], "shared", "$.result.cacheScope"],
  ["tools/list: a tool without schema", 7, ["result", "tools", 0, "inputSchema"], GONE, "$.result.tools[0].inputSchema"],
  ["tools/list: an input schema of an array", 7, ["result", "tools", 1, "inputSchema", "type"], "array", "$.result.tools[1].inputSchema.type"],
  ["tools/list: a hint as text", 7, ["result", "tools", 0, "annotations", "readOnlyHint"], "no", "$.result.tools[0].annotations.readOnlyHint"],
  ["tools/list: execution of an older revision", 7, ["result", "tools", 0, "execution"], {}, "$.result"],
  ["tools/list: a question", 7, ["result"], { resultType: "input_required", requestState: "v1" }, "$.result"],
  ["question: neither requests nor state", 9, ["result"], { resultType: "input_required" }, "$.result"],
  ["question: numeric state", 9, ["result", "requestState"], 1, "$.result.requestState"],
  ["question: requests as an array", 9, ["result", "inputRequests"], [], "$.result.inputRequests"],
  ["question: unknown method", 9, [...ASKED, "method"], "elicitation/ask", "$.result.inputRequests.approval.method"],
  ["question: unknown mode", 9, [...ASKED, "params", "mode"], "popup", "$.result.inputRequests.approval.params.mode"],
  ["question: no message", 9, [...ASKED, "params", "message"], GONE, "$.result.inputRequests.approval.params.message"],
  ["question: a form of an array", 9, [...FORM, "type"], "array", "$.result.inputRequests.approval.params.requestedSchema.type"],
  ["question: a nested form", 9, [...FORM, "properties", "approved"], { type: "object" }, "$.result.inputRequests.approval.params.requestedSchema.properties.approved.type"],
  ["question: a default of another type", 9, [...FORM, "properties", "approved", "default"], "yes", "$.result.inputRequests.approval.params.requestedSchema.properties.approved.default"],
  ["question: a URL that is none", 9, [...ASKED, "params"], { ...URL_QUESTION, url: "the page" }, "$.result.inputRequests.approval.params.url"],
  ["error: no message", 20, ["error", "message"], GONE, "$.error.message"],
  ["error: code as text", 20, ["error", "code"], "-32602", "$.error.code"],
  ["error: null id", 20, ["id"], null, "$.id"],
  ["error: a code that this revision no longer sends", 20, ["error", "code"], -32002, "$.error.code"],
  ["-32021: no data", 22, ["error", "data"], GONE, "$.error.data"],
  ["-32021: capabilities as a list", 22, ["error", "data", "requiredCapabilities"], ["elicitation"], "$.error.data"],
  ["-32021: a capability as text", 22, ["error", "data", "requiredCapabilities", "elicitation"], "form", "$.error.data.requiredCapabilities.elicitation"],
  ["-32022: no data", 24, ["error", "data"], GONE, "$.error.data"],
  ["-32022: one supported version as text", 24, ["error", "data", "supported"], "2026-07-28", "$.error.data"],
  ["-32022: no requested version", 24, ["error", "data", "requested"], GONE, "$.error.data"],
  ["notification: unknown", 26, [], { jsonrpc: "2.0", method: "notifications/initialized" }, "$.method"],
  ["notification: cancels nothing", 26, [], { jsonrpc: "2.0", method: "notifications/cancelled", params: {} }, "$.params.requestId"],
  ["notification: result beside the method", 26, [], { jsonrpc: "2.0", method: "notifications/tools/list_changed", result: {} }, "$"],
  ["a batch", 4, [], [], "$"],
  ["a message as text", 4, [], "server/discover", "$"],
];

export const right = [
  ["request: text id", 4, ["id"], "d-1"],
  ["_meta: a key of the client's own", 6, [...META, "example.com/trace"], 7],
  ["_meta: no clientInfo", 6, [...META, CLIENT], GONE],
  ["tools/call: no arguments", 8, ["params", "arguments"], GONE],
  ["retry: cancel", 17, [...GIVEN, "action"], "cancel"],
  ["retry: an answer to what was not asked", 17, ["params", "inputResponses", "other"], { action: "cancel" }],
  ["retry: an accepted form without content", 11, [...GIVEN, "content"], GONE],
  ["retry: content beside a decline", 17, [...GIVEN, "content"], { approved: "no" }],
  ["question: state only", 9, ["result"], { resultType: "input_required", requestState: "v1" }],
  ["question: no state", 9, ["result", "requestState"], GONE],
  ["question: form without mode", 9, [...ASKED, "params", "mode"], GONE],
  ["question: a page", 9, [...ASKED, "params"], URL_QUESTION],
  ["result: no serverInfo", 13, ["result", "_meta"], GONE],
  ["error: no id", 20, ["id"], GONE],
  ["error: a code of the application's own", 20, ["error", "code"], 17],
  ["notification: progress", 26, [], { jsonrpc: "2.0", method: "notifications/progress", params: { progressToken: 1, progress: 0.5 } }],
];

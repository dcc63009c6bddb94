// One message against the official types: which schemas it must satisfy, by what it is.
//
// A problem is `{path, expected, against}`: where in the message, what should stand there, and by which official type.

import { isDeepStrictEqual } from "node:util";
import { AjvJsonSchemaValidator, client, codec, core, wire } from "./schemas.mjs";

/** The names of the official types, by method: `<stem>RequestSchema` and `<stem>ResultSchema`. */
const STEMS = {
  "server/discover": "Discover",
  "tools/list": "ListTools",
  "tools/call": "CallTool",
  "prompts/list": "ListPrompts",
  "prompts/get": "GetPrompt",
  "resources/list": "ListResources",
  "resources/templates/list": "ListResourceTemplates",
  "resources/read": "ReadResource",
  "completion/complete": "Complete",
  "subscriptions/listen": "SubscriptionsListen",
};

/** The names of the official types of what a server may ask, by method. */
const QUESTION_STEMS = {
  "elicitation/create": "Elicit",
  "sampling/createMessage": "CreateMessage",
  "roots/list": "ListRoots",
};

const forms = new AjvJsonSchemaValidator();

/**
 * What the official types find wrong with a message; nothing when they accept it.
 *
 * `answered` is the message that it answers: for a response its request, for a retry the question.
 */
export function problems(message, answered) {
  if (!isObject(message)) return [{ path: "$", expected: "a JSON-RPC message", against: "JSONRPCMessage" }];
  if ("method" in message) return "id" in message ? request(message, answered) : notification(message);
  return "error" in message ? error(message) : response(message, answered);
}

function request(message, question) {
  if (!codec.hasRequestMethod(message.method)) return [unknownMethod(message, "request")];
  const name = `${STEMS[message.method]}Request`;
  return [
    ...against("JSONRPCRequest", core.JSONRPCRequestSchema, message),
    ...against(name, wire[`${name}Schema`], message),
    ...answers(message.params?.inputResponses, question?.result?.inputRequests),
  ];
}

/** Each answer by the question that it answers: the schema of the whole takes any answer to any question. */
function answers(given, asked) {
  if (!isObject(given) || !isObject(asked)) return [];
  return Object.entries(given).flatMap(([key, answer]) => {
    const stem = Object.hasOwn(asked, key) ? QUESTION_STEMS[asked[key]?.method] : undefined;
    if (!stem) return [];
    const path = ["params", "inputResponses", key];
    const found = against(`${stem}Result`, wire[`${stem}ResultSchema`], answer, path);
    return found.length > 0 ? found : filledForm(answer, asked[key].params, path);
  });
}

/** The content of an accepted form, by the form's own schema, as the official client checks it. */
function filledForm(answer, params, path) {
  if (answer.action !== "accept" || answer.content === undefined || !isObject(params?.requestedSchema)) return [];
  const { valid, errorMessage } = forms.getValidator(params.requestedSchema)(answer.content);
  return valid ? [] : [{ path: jsonPath([...path, "content"]), expected: errorMessage, against: "requestedSchema" }];
}

function notification(message) {
  if (!codec.hasNotificationMethod(message.method)) return [unknownMethod(message, "notification")];
  return [
    ...against("JSONRPCNotification", core.JSONRPCNotificationSchema, message),
    ...against(message.method, wire.notificationSchemas2026[message.method], message),
  ];
}

function error(message) {
  const envelope = against("JSONRPCErrorResponse", core.JSONRPCErrorResponseSchema, message);
  if (envelope.length > 0) return envelope;
  const { code, message: text, data } = message.error;
  const wrong = (where, expected, type) => [{ path: jsonPath(["error", where]), expected, against: type }];
  if (codec.encodeErrorCode(code) !== code) return wrong("code", "a code that this revision sends", "encodeErrorCode");
  const read = client.ProtocolError.fromError(code, text, data);
  if (code === -32021) {
    const type = "MissingRequiredClientCapabilityError";
    if (!client[type].isInstance(read)) return wrong("data", "an object with the object requiredCapabilities", type);
    const path = ["error", "data", "requiredCapabilities"];
    return against("ClientCapabilities", wire.ClientCapabilities2026Schema, data.requiredCapabilities, path);
  }
  if (code === -32022) {
    const type = "UnsupportedProtocolVersionError";
    const expected = "an object with the array supported and the string requested";
    return client[type].isInstance(read) ? [] : wrong("data", expected, type);
  }
  return [];
}

function response(message, answered) {
  const envelope = against("JSONRPCResultResponse", core.JSONRPCResultResponseSchema, message);
  if (envelope.length > 0) return envelope;
  const method = answered?.method;
  if (!codec.hasRequestMethod(method)) {
    return [{ path: "$.result", expected: "a request of this revision that it answers", against: "JSONRPCResponse" }];
  }
  const { result } = message;
  const body = result.resultType === "input_required" ? question(result) : completed(method, result);
  const found = [...serverInfo(result), ...body];
  return found.length > 0 ? found : decoded(method, result);
}

/** Each question by its method and mode: the official type tells them apart by these. */
function question(result) {
  return against("InputRequiredResult", wire.InputRequiredResultSchema, result, ["result"]);
}

function completed(method, result) {
  const name = `${STEMS[method]}Result`;
  const found = against(name, wire[`${name}Schema`], result, ["result"]);
  if (method !== "server/discover") return found;
  // This one type repairs missing caching hints instead of naming them; the type of all cacheable results does not.
  return [...found, ...against("CacheableResult", wire.CacheableResultSchema, result, ["result"])];
}

/** What the official client makes of the result, and whether the official server would send it just so. */
function decoded(method, result) {
  const wrong = (expected, type) => [{ path: "$.result", expected, against: type }];
  const read = codec.decodeResult(method, result);
  if (read.kind === "invalid") return wrong(read.error.message, "decodeResult");
  try {
    const sent = codec.encodeResult(method, result);
    if (isDeepStrictEqual(sent, result)) return [];
    return wrong(`as the server would send it: ${JSON.stringify(sent)}`, "encodeResult");
  } catch (refused) {
    return wrong(refused.message, "encodeResult");
  }
}

/** The schemas drop a malformed server description silently; its own type does not. */
function serverInfo(result) {
  const key = "io.modelcontextprotocol/serverInfo";
  const info = result._meta?.[key];
  return info === undefined ? [] : against("Implementation", wire.ImplementationSchema, info, ["result", "_meta", key]);
}

function unknownMethod(message, what) {
  const expected = `a ${what} of this revision, not ${JSON.stringify(message.method)}`;
  return { path: "$.method", expected, against: "codec" };
}

function against(name, schema, value, path = []) {
  const { error: refused } = schema.safeParse(value);
  return (refused?.issues ?? []).flatMap(leaves).map((issue) => ({
    path: jsonPath([...path, ...issue.path]),
    expected: issue.message.replace(/^Invalid input: /, ""),
    against: name,
  }));
}

/** Of a union's branches, the one that got furthest into the value, with the fewest faults, says best what is wrong. */
function leaves(issue) {
  if (!issue.errors?.length) return [issue];
  const depth = (issues) => Math.max(...issues.map((inner) => inner.path.length));
  const branches = issue.errors.map((branch) => branch.flatMap(leaves));
  const [nearest] = branches.sort((one, other) => depth(other) - depth(one) || one.length - other.length);
  return nearest.map((inner) => ({ ...inner, path: [...issue.path, ...inner.path] }));
}

function jsonPath(keys) {
  const step = (key) => (/^[A-Za-z_]\w*$/.test(key) ? `.${key}` : `[${JSON.stringify(key)}]`);
  return `$${keys.map(step).join("")}`;
}

function isObject(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

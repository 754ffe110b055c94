import { definedFields, inlineJson, isRecord, wellFormed } from '@rlm/repl-types/internal';

import { mendConversation } from './mend-conversation.js';
import type { ModelRequest, ModelToolCall, RequestMessage } from './types.js';

/**
 * A request as it leaves for a model of any kind: its texts have no half of a surrogate pair, for which providers refuse a request
 * as no valid JSON; the arguments of its calls are objects, which templates of local servers walk; and each call has its result. What
 * needs no mending stays the caller's own object, and what is not given has no key.
 */
export function prepareRequest(request: ModelRequest): ModelRequest {
  const { messages, tools, settings } = request;
  return definedFields({
    ...request,
    messages: prepareMessages(messages),
    tools: mendTexts(tools) as typeof tools,
    settings: mendTexts(settings) as typeof settings,
  });
}

/** The messages of a request as they leave. */
export function prepareMessages(messages: readonly RequestMessage[]): readonly RequestMessage[] {
  return mendEach(mendConversation(messages), prepareMessage);
}

function prepareMessage(message: RequestMessage): RequestMessage {
  if (message.role !== 'assistant' || message.toolCalls === undefined) {
    return mendTexts(message) as RequestMessage;
  }
  const toolCalls = mendEach(message.toolCalls, prepareCall);
  return mendTexts(
    toolCalls === message.toolCalls ? message : { ...message, toolCalls },
  ) as RequestMessage;
}

function prepareCall(call: ModelToolCall): ModelToolCall {
  const data = argumentsOf(call.arguments);
  return data === call.arguments ? call : { ...call, arguments: data };
}

/**
 * The arguments of a call that is replayed, as an object: those of JSON text, if it is an object; `{}` for nothing; anything else
 * as `{ input }`, as the calls of text actions have it.
 */
function argumentsOf(given: unknown): unknown {
  const data = typeof given === 'string' ? readJson(given) : given;
  if (data === undefined || data === null) return {};
  if (typeof data === 'object' && !Array.isArray(data)) return data;
  return { input: typeof given === 'string' ? given : (inlineJson(given) ?? '') };
}

/** JSON text as data; undefined for blanks; other text as it is. */
function readJson(text: string): unknown {
  if (text.trim() === '') return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

/** Nested deeper, data is sent as it is: JSON text of such depth has no use. */
const maxDepth = 500;

/** The value with each text and each name in its lists and plain objects well formed; itself, if they are. */
function mendTexts(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return wellFormed(value);
  if (depth > maxDepth) return value;
  if (Array.isArray(value)) return mendEach(value, (item: unknown) => mendTexts(item, depth + 1));
  if (!isRecord(value) || !isPlain(value)) return value;
  const entries = Object.entries(value);
  const mended = mendEach(entries, (entry) => {
    const name = wellFormed(entry[0]);
    const field = mendTexts(entry[1], depth + 1);
    const isSame = name === entry[0] && field === entry[1];
    return isSame ? entry : ([name, field] satisfies [string, unknown]);
  });
  return mended === entries ? value : Object.fromEntries(mended);
}

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

/** The list with each item mended; itself, if no item changes. */
function mendEach<T>(list: readonly T[], mend: (item: T) => T): readonly T[] {
  const mended = list.map(mend);
  return mended.some((item, index) => item !== list[index]) ? mended : list;
}

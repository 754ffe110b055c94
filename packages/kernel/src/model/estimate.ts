import type { RequestMessage, ModelReply, ModelRequest } from './types.js';

const perMessage = 4;
const beyondAscii = /[\u0080-\uffff]/;

/**
 * How many tokens a text may have: a quarter of its ASCII characters, and one for every other UTF-16
 * unit. An estimate: providers count in their own ways.
 */
export function estimateTokens(text: string): number {
  let other = 0;
  // A regex finds out far faster than a loop that there is none.
  const first = text.search(beyondAscii);
  for (let index = first === -1 ? text.length : first; index < text.length; index += 1) {
    if (text.charCodeAt(index) > 0x7f) other += 1;
  }
  return Math.ceil((text.length - other) / 4 + other);
}

/** How many tokens a request may have: its messages, their calls, and the tools offered. */
export function estimateRequest(request: ModelRequest): number {
  let tokens = 0;
  for (const message of request.messages) tokens += estimateMessage(message);
  if (request.tools !== undefined) tokens += estimateTokens(JSON.stringify(request.tools));
  return tokens;
}

/** Estimates of frozen messages: a conversation asks for the same ones again at every turn. */
const known = new WeakMap<RequestMessage, number>();

/** How many tokens a message may have: its text and its calls, and 4. */
export function estimateMessage(message: RequestMessage): number {
  const before = known.get(message);
  if (before !== undefined) return before;
  let tokens = perMessage + estimateTokens(message.content);
  if (message.role === 'assistant' && message.toolCalls !== undefined) {
    tokens += estimateTokens(JSON.stringify(message.toolCalls));
  }
  if (Object.isFrozen(message)) known.set(message, tokens);
  return tokens;
}

/** How many tokens a reply may have. */
export function estimateReply(reply: ModelReply): number {
  const calls = reply.toolCalls === undefined ? '' : JSON.stringify(reply.toolCalls);
  return estimateTokens(reply.text) + estimateTokens(calls);
}

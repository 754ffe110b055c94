import type { RequestMessage, ModelReply, ModelRequest } from './types.js';

const perMessage = 4;
const beyondAscii = /[\u0080-\uffff]/;

/**
 * An estimate of a text's tokens: a quarter of its ASCII characters, and one for each other UTF-16
 * unit. Providers count differently.
 */
export function estimateTokens(text: string): number {
  return tokensOf(text.length, countBeyondAscii(text));
}

/** An estimate of the tokens of what arrives in pieces: the same as that of its whole text. */
export class StreamedTokens {
  #chars = 0;
  #beyondAscii = 0;

  add(piece: string): void {
    this.#chars += piece.length;
    this.#beyondAscii += countBeyondAscii(piece);
  }

  get count(): number {
    return tokensOf(this.#chars, this.#beyondAscii);
  }
}

function tokensOf(chars: number, others: number): number {
  return Math.ceil((chars - others) / 4 + others);
}

function countBeyondAscii(text: string): number {
  let others = 0;
  // If there is no such character, a regular expression notices it much faster than a loop.
  const first = text.search(beyondAscii);
  for (let index = first === -1 ? text.length : first; index < text.length; index += 1) {
    if (text.charCodeAt(index) > 0x7f) others += 1;
  }
  return others;
}

/** An estimate of a request's tokens: its messages, their tool calls, and the tools offered. */
export function estimateRequest(request: ModelRequest): number {
  let tokens = 0;
  for (const message of request.messages) tokens += estimateMessage(message);
  if (request.tools !== undefined) tokens += estimateTokens(JSON.stringify(request.tools));
  return tokens;
}

/**
 * Estimates of frozen messages, since a conversation needs those of the same messages at every
 * step.
 */
const known = new WeakMap<RequestMessage, number>();

/** An estimate of a message's tokens: its text and its tool calls, and 4. */
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

/** An estimate of a reply's tokens. */
export function estimateReply(reply: ModelReply): number {
  const calls = reply.toolCalls === undefined ? '' : JSON.stringify(reply.toolCalls);
  return estimateTokens(reply.text) + estimateTokens(calls);
}

import { awaitHook, createBoundedWork, isRecord, stepsOfText } from '@rlm/repl-types/internal';

import { ModelError } from '../errors.js';
import { fieldIn, textIn } from '../fault-causes.js';
import { charsOfCall, maxReadCalls } from '../limit-reply.js';
import { toModelError } from '../faults.js';
import type { ProviderCall } from '../provider.js';
import { saidIn } from '../said-in.js';
import type { ModelToolCall } from '../types.js';
import { replyOfParts, toolCallOf, type ReadReply, type ReplyPart } from './read-reply.js';
import {
  answersNoStream,
  hasEndMark,
  errorEvent,
  hasFinishReason,
  strayText,
  type Wire,
} from './watch-wire.js';

/** Parts whose text belongs to the reply. */
const counted: readonly string[] = ['text-delta', 'tool-input-delta'];

/** Parts that the provider charges as output. */
const charged: readonly string[] = [...counted, 'reasoning-delta'];

/** How a stream is read. */
export interface StreamOptions extends Pick<ProviderCall, 'maxChars' | 'isWhole' | 'streamed'> {
  /** What comes over the wire, if that is known. */
  readonly wire?: Wire;
}

/**
 * Reads what `doStream` returned, until it ends, `onText` returns `'stop'`, or it is longer than
 * `maxChars`; `streamed` counts what arrives. A stream that ends without a finish reason was cut, after which another attempt may
 * succeed, unless the server marked its end. If `isWhole` accepts its text, it does not matter how it ends.
 */
export async function readStreamed(
  given: unknown,
  onText: (delta: string) => 'stop' | undefined,
  { wire, isWhole, streamed, maxChars = Infinity }: StreamOptions = {},
): Promise<ReadReply> {
  const { stream } = (given ?? {}) as { readonly stream?: ReadableStream<ReplyPart> };
  if (typeof stream?.getReader !== 'function') {
    throw new ModelError('doStream() returned no stream', { isRetryable: false });
  }
  const reader = stream.getReader();
  const pieces: string[] = [];
  const toolCalls: ModelToolCall[] = [];
  let finish: ReplyPart | undefined;
  const announced = new Set<string>();
  let isCut = false;
  let chars = 0;
  let unreadCalls = 0;
  const work = createBoundedWork();
  try {
    for (;;) {
      const next = await nextPart(reader, wire).catch((fault: unknown) => {
        if (isWhole?.(pieces.join('')) !== true) throw fault;
        return 'half' as const;
      });
      if (next === 'half') break;
      const { part, verdict } = next;
      if (part === undefined) break;
      if (verdict === 'cut') isCut = true;
      if (part.type === 'finish') finish = part;
      const { delta = '' } = part;
      // Parts that are there already are read without a turn of the event loop.
      work.spend(partSteps + stepsOfText(delta.length));
      const turn = work.turn();
      if (turn !== undefined) await turn;
      for (const call of toolCallOf(part)) {
        chars += charsOfCall(announced.has(call.id) ? { ...call, arguments: '' } : call, maxChars);
        if (toolCalls.length < maxReadCalls) toolCalls.push(call);
        else unreadCalls += 1;
      }
      if (counted.includes(part.type)) chars += delta.length;
      if (charged.includes(part.type)) streamed?.add(delta);
      if (part.type === 'tool-input-delta' && part.id !== undefined) announced.add(part.id);
      // Some providers send the arguments of a call only as a whole.
      if (part.type === 'tool-call' && !announced.has(part.toolCallId ?? '')) {
        streamed?.add(typeof part.input === 'string' ? part.input : '');
      }
      if (part.type === 'text-delta' && delta !== '') {
        pieces.push(delta);
        if (onText(delta) === 'stop') return { text: pieces.join(''), finishReason: 'stop' };
      }
      if (chars > maxChars) {
        return {
          ...replyOfParts(pieces.join(''), toolCalls),
          ...unread(unreadCalls),
          isTooLong: true,
        };
      }
    }
  } finally {
    // Harmless after the end. Before it, this tells the provider to stop.
    awaitHook(() => reader.cancel()).catch(() => undefined);
  }
  const text = pieces.join('');
  const end = finish && { usage: finish.usage, finishReason: finish.finishReason };
  const reply = { ...replyOfParts(text, toolCalls, end), ...unread(unreadCalls) };
  if (finish !== undefined && isError(finish.finishReason)) {
    const message = 'The server ended the reply with the finish reason "error"';
    throw new ModelError(message, { isRetryable: true });
  }
  if (!isCut && finish !== undefined && saysWhy(finish.finishReason, wire)) return reply;
  if (chars === 0 && toolCalls.length === 0) {
    const answer = answersNoStream(wire, given);
    if (answer !== undefined) throw answer;
  }
  if (!hasEndMark(wire) && isWhole?.(text) !== true) {
    const stray = strayText(wire);
    throw stray === undefined ? cutOff() : toModelError(stray, true);
  }
  return { ...reply, finishReason: 'other', finishReasonMissing: true };
}

/** The next part of a stream, undefined at its end, with what it means if it is an error; `half` if an event ended in its middle. */
async function nextPart(
  reader: ReadableStreamDefaultReader<ReplyPart>,
  wire: Wire | undefined,
): Promise<'half' | { readonly part?: ReplyPart; readonly verdict?: 'cut' | 'harmless' }> {
  const { done, value: part } = await awaitHook(() => reader.read());
  if (done) return {};
  if (part.type !== 'error') return { part };
  const verdict = readErrorPart(part.error, wire);
  return verdict === 'half' ? verdict : { part, verdict };
}

/** The steps of reading one part. */
const partSteps = 5;

function unread(unreadCalls: number): Pick<ReadReply, 'unreadCalls'> {
  return unreadCalls === 0 ? {} : { unreadCalls };
}

/** The fault of a stream that was cut. */
function cutOff(): ModelError {
  const message = 'The connection broke: the stream ended before the reply was finished';
  return new ModelError(message, { isRetryable: true, finishReasonMissing: true });
}

/**
 * Reads an error that a package of a provider reports within a stream. Throws it if it is one of the server. `cut`: there
 * was no finish reason, as the package says at the stream's end. `half`: an event ended in its middle.
 */
function readErrorPart(error: unknown, wire: Wire | undefined): 'cut' | 'half' | 'harmless' {
  const name = textIn(error, 'name');
  const isUnfinished = /without a finish reason/i.test(textIn(error, 'message') ?? '');
  if (name === 'AI_InvalidResponseDataError' && isUnfinished) return 'cut';
  if (name === 'AI_JSONParseError' && /^\s*[[{]/.test(textIn(error, 'text') ?? '')) return 'half';
  if (error === null || error === undefined || isUnknownEvent(name, error)) return 'harmless';
  // The package drops fields that it does not know, such as what a gateway was told.
  throw toModelError(error instanceof Error ? error : (errorEvent(wire) ?? error), true);
}

/** Whether an event is neither a piece of a reply nor an error, such as `{"type":"ping"}`. */
function isUnknownEvent(name: string | undefined, error: unknown): boolean {
  const value = fieldIn(error, 'value');
  if (name !== 'AI_TypeValidationError' || !isRecord(value) || 'choices' in value) return false;
  const { reason, status } = saidIn(value);
  return reason === undefined && status === undefined && !isRecord(value['error']);
}

/** Whether the server itself gives an error as the reason. */
function isError(reason: unknown): boolean {
  return fieldIn(reason, 'raw') === 'error';
}

/**
 * Whether a finish part has the reason that the server gave, and not the one that the package puts in its place. V3 and
 * V4 have the server's own word too. V2 has `unknown` for words that it does not know as well: there the wire tells.
 */
function saysWhy(reason: unknown, wire: Wire | undefined): boolean {
  if (typeof reason === 'object' && reason !== null) {
    const { unified, raw } = reason as { readonly unified?: unknown; readonly raw?: unknown };
    return (raw !== undefined && raw !== null) || (unified !== 'other' && unified !== 'error');
  }
  if (reason === 'unknown') return wire?.url === undefined || hasFinishReason(wire);
  return reason !== undefined && reason !== null;
}

import { estimateMessage } from '@rlm/kernel/internal';
import type { RequestMessage } from '@rlm/kernel/model';
import {
  checkOptions,
  fields,
  listOf,
  required,
  text,
  type OptionRule,
} from '@rlm/repl-types/options';
import {
  anything,
  askHook,
  callable,
  checkOption,
  numberFrom,
  refuseOption,
  shape,
} from '@rlm/repl-types/internal';

import { ContextOverflowError } from './errors.js';

/** The options of `trimMessages`. */
export interface TrimOptions {
  /** The maximum number of tokens of all messages. */
  readonly maxTokens: number;
  /** Counts the tokens of one message. Default: an estimate from its text and its calls. */
  readonly countTokens?: ((message: RequestMessage) => number) | undefined;
  /** The number of tokens to trim to once `maxTokens` is exceeded. Default: `maxTokens`. */
  readonly targetTokens?: number | undefined;
  /** The current request, which stays. Default: the last message with the role `user`. */
  readonly current?: RequestMessage | undefined;
}

/** A conversation that fits. */
export interface TrimmedMessages {
  /** The remaining messages, in order. */
  readonly messages: readonly RequestMessage[];
  /** How many messages were left out. */
  readonly dropped: number;
}

const trimRule = (): OptionRule =>
  fields<TrimOptions>({
    maxTokens: required(numberFrom(0)),
    countTokens: callable,
    targetTokens: numberFrom(0),
    current: anything,
  });

const messagesRule = (): OptionRule =>
  required(listOf(shape('a message { role, content }', { content: required(text) })));

/**
 * Leaves out the oldest messages until the rest fits. System text, the current request and the
 * latest turn stay; a call and its results stay together. Throws `ContextOverflowError` if the
 * messages that must stay do not fit.
 */
export function trimMessages(
  messages: readonly RequestMessage[],
  options: TrimOptions,
): TrimmedMessages {
  checkOptions(options, required(trimRule()), refuseOption);
  checkOption('messages', messages, messagesRule(), refuseOption);
  const { maxTokens, countTokens: count = estimateMessage } = options;
  const countTokens = (message: RequestMessage): number => countWith(count, message);
  const counts = messages.map((message) => countTokens(message));
  const total = counts.reduce((sum, count) => sum + count, 0);
  if (total <= maxTokens) return { messages, dropped: 0 };

  const target = Math.min(options.targetTokens ?? maxTokens, maxTokens);
  const current = options.current ?? messages.findLast(({ role }) => role === 'user');
  const left = leaveOutOldest(messages, counts, target, current);
  if (left.tokens > maxTokens) throw new ContextOverflowError(left.tokens, maxTokens);
  return { messages: left.messages, dropped: left.dropped };
}

/** Leaves out the oldest turns until the rest has at most `target` tokens, or nothing more may go. */
export function leaveOutOldest(
  messages: readonly RequestMessage[],
  counts: readonly number[],
  target: number,
  current: RequestMessage | undefined,
): TrimmedMessages & { readonly tokens: number } {
  let tokens = counts.reduce((sum, count) => sum + count, 0);
  const groups = groupTurns(messages);
  const latest = groups.findLastIndex(([first]) => messages[first ?? 0]?.role === 'assistant');
  const gone = new Set<number>();
  for (const [place, group] of groups.entries()) {
    if (tokens <= target || place === latest) break;
    if (group.some((index) => isKept(messages[index], current))) continue;
    for (const index of group) {
      gone.add(index);
      tokens -= counts[index] ?? 0;
    }
  }
  return { messages: messages.filter((_, index) => !gone.has(index)), dropped: gone.size, tokens };
}

/**
 * The tokens of a message, counted by the caller's function. Throws `RlmError` (`hook_failed`) if
 * that does not return a count.
 */
export function countWith(
  count: NonNullable<TrimOptions['countTokens']>,
  message: RequestMessage,
): number {
  return askHook('countTokens', () => count(message), numberFrom(0));
}

/** Whether a message stays in every request: system text, and the current request. */
export function isKept(
  message: RequestMessage | undefined,
  current: RequestMessage | undefined,
): boolean {
  return message?.role === 'system' || message === current;
}

/**
 * Groups the indexes of messages that belong together: an assistant's message and the results of
 * its calls.
 */
function groupTurns(messages: readonly RequestMessage[]): readonly (readonly number[])[] {
  const groups: number[][] = [];
  const owners = new Map<string, number[]>();
  messages.forEach((message, index) => {
    const owner = message.role === 'tool' ? owners.get(message.callId) : undefined;
    if (owner !== undefined) {
      owner.push(index);
      return;
    }
    const group = [index];
    groups.push(group);
    if (message.role !== 'assistant') return;
    for (const { id } of message.toolCalls ?? []) owners.set(id, group);
  });
  return groups;
}

import { estimateMessage } from '@rlm/kernel/internal';
import type { RequestMessage } from '@rlm/kernel/model';

import { countWith, trimMessages } from '../context-window/trim-messages.js';

/** How far a conversation is trimmed once it is too long, so that not every step has to trim it. */
const trimTo = 0.8;

/** The messages of a run, kept within the context window. */
export interface Conversation {
  add(...messages: readonly RequestMessage[]): void;
  /** All messages that are kept, without the engine's system text. */
  said(): readonly RequestMessage[];
  /** The messages of the next request, and how many were left out since the last one. */
  next(): { readonly messages: readonly RequestMessage[]; readonly dropped: number };
}

/** A conversation whose `current` request, system text and latest turn are never left out. */
export function createConversation(
  initial: readonly RequestMessage[],
  current: RequestMessage,
  maxTokens: number,
  count: (message: RequestMessage) => number = estimateMessage,
): Conversation {
  const countTokens = (message: RequestMessage): number => countWith(count, message);
  let messages: readonly RequestMessage[] = [];
  let total = 0;
  const add = (more: readonly RequestMessage[]): void => {
    messages = [...messages, ...more];
    for (const message of more) total += countTokens(message);
  };
  add(initial);
  return {
    add: (...more) => {
      add(more);
    },
    said: () => messages.slice(1),
    next() {
      if (total <= maxTokens) return { messages, dropped: 0 };
      const targetTokens = Math.floor(maxTokens * trimTo);
      const trimmed = trimMessages(messages, { maxTokens, targetTokens, countTokens, current });
      ({ messages } = trimmed);
      total = messages.reduce((sum, message) => sum + countTokens(message), 0);
      return trimmed;
    },
  };
}

import { estimateMessage, PromptRoom } from '@rlm/kernel/internal';
import type { RequestMessage } from '@rlm/kernel/model';

import { shortenMessages } from '../context-window/shorten-messages.js';
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
  /** The model took the last request: its length is known to fit. */
  wasTaken(): void;
  /** The model refused the last request as too long: shortens it, and all later ones. Returns the tokens before and after. */
  wasRefused(): { readonly from: number; readonly to: number; readonly dropped: number };
}

/** A conversation whose `current` request, system text and latest turn are never left out. */
export function createConversation(
  initial: readonly RequestMessage[],
  current: RequestMessage,
  maxTokens: number,
  count: (message: RequestMessage) => number = estimateMessage,
): Conversation {
  const countTokens = (message: RequestMessage): number => countWith(count, message);
  const room = new PromptRoom();
  let messages: readonly RequestMessage[] = [];
  let total = 0;
  const add = (more: readonly RequestMessage[]): void => {
    messages = [...messages, ...more];
    for (const message of more) total += countTokens(message);
  };
  const keep = (kept: readonly RequestMessage[]): void => {
    messages = [];
    total = 0;
    add(kept);
  };
  const shorten = (): number => {
    const shortened = shortenMessages(messages, room.target, current, countTokens);
    keep(shortened.messages);
    return shortened.dropped;
  };
  add(initial);
  return {
    add: (...more) => {
      add(more);
    },
    said: () => messages.slice(1),
    next() {
      if (total > maxTokens) {
        const targetTokens = Math.floor(maxTokens * trimTo);
        const trimmed = trimMessages(messages, { maxTokens, targetTokens, countTokens, current });
        keep(trimmed.messages);
        return trimmed;
      }
      const dropped = total > room.most ? shorten() : 0;
      return { messages, dropped };
    },
    wasTaken() {
      room.take(total);
    },
    wasRefused() {
      const from = total;
      room.refuse(from);
      const dropped = shorten();
      return { from, to: total, dropped };
    },
  };
}

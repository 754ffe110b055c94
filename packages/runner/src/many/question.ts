import { isRecord, mismatch, refuseOption, sha256Hex, unexpected } from '@rlm/repl-types/internal';
import { someText } from '@rlm/repl-types/options';

import type { ContextValue } from '../context/context-value.js';
import {
  readConversation,
  type Conversation,
  type ConversationMessage,
} from '../context/conversation.js';

/**
 * One question of a job: its text, or an object that may have an id, which becomes the id of its
 * run, and its own context.
 */
export type Question =
  | string
  | {
      /** Default: derived from the text, so that it is the same when the job is started again. */
      readonly id?: string | undefined;
      readonly query: string;
      readonly messages?: undefined;
      /** Default: the `context` of the options. Undefined is refused, as there: leave the name out. */
      readonly context?: ContextValue;
    }
  | {
      readonly id?: string | undefined;
      /** The messages of a chat, of which the last one of the user is the question, as in `runRlm`. */
      readonly messages: readonly ConversationMessage[];
      readonly query?: undefined;
      readonly context?: ContextValue;
    };

/** A question with its position and its id. */
export interface PlacedQuestion {
  /** Its position among the questions, from 0. */
  readonly index: number;
  readonly id: string;
  readonly query: string;
  /** What was read of the messages of a chat. */
  readonly conversation?: Conversation | undefined;
  readonly context?: ContextValue;
}

const idDigits = 16;

/**
 * Gives questions their positions and ids. The returned function must be called in the order of the
 * questions, one after the other.
 */
export function placeQuestions(): (given: unknown) => Promise<PlacedQuestion> {
  const places = new Map<string, number>();
  /** How often a text came, by its digest: a chat may be long. */
  const counts = new Map<string, number>();
  let count = 0;

  const idOf = async (text: string): Promise<string> => {
    const digest = await sha256Hex(new TextEncoder().encode(text));
    const seen = (counts.get(digest) ?? 0) + 1;
    counts.set(digest, seen);
    const digits = digest.slice(0, idDigits);
    return seen === 1 ? digits : `${digits}-${String(seen)}`;
  };

  return async (given) => {
    const index = count;
    count += 1;
    const place = `questions[${String(index)}]`;
    const { id, ...asked } = readQuestion(given, place);
    const runId = id ?? (await idOf(asked.text));
    const earlier = places.get(runId);
    if (earlier !== undefined) {
      const got = `"${runId}", the id of questions[${String(earlier)}]`;
      throw refuseOption(mismatch(`${place}.id`, 'an id that no other question has', got));
    }
    places.set(runId, index);
    return { ...asked.own, query: asked.query, index, id: runId };
  };
}

/** A question as it was given: `text` decides its id, `own` is what its run gets beside the query. */
interface ReadQuestion {
  readonly id: string | undefined;
  readonly query: string;
  readonly text: string;
  readonly own: Pick<PlacedQuestion, 'conversation' | 'context'>;
}

function readQuestion(given: unknown, place: string): ReadQuestion {
  const question = typeof given === 'string' ? { query: given } : given;
  if (!isRecord(question)) {
    throw refuseOption(unexpected(place, 'text or { id, query, context }', given));
  }
  const { id, query, messages } = question;
  if (query !== undefined && messages !== undefined) {
    throw refuseOption(mismatch(place, 'one with query or messages', 'both'));
  }
  if (id !== undefined && (typeof id !== 'string' || id === '')) {
    throw refuseOption(unexpected(`${place}.id`, someText.expected, id));
  }
  const own = 'context' in question ? { context: question['context'] as ContextValue } : {};
  if (messages !== undefined) {
    const list = listAt(messages, `${place}.messages`);
    const conversation = readConversation(list, `${place}.messages`);
    const { query: last, text = '' } = conversation;
    return { id, query: last, text: JSON.stringify([text, last]), own: { ...own, conversation } };
  }
  if (typeof query !== 'string' || query.trim() === '') {
    const option = typeof given === 'string' ? place : `${place}.query`;
    throw refuseOption(unexpected(option, someText.expected, query));
  }
  return { id, query, text: query, own };
}

function listAt(messages: unknown, option: string): readonly ConversationMessage[] {
  if (Array.isArray(messages)) return messages as readonly ConversationMessage[];
  throw refuseOption(unexpected(option, 'a list of messages', messages));
}

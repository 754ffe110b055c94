import type { Diagnostic } from '@rlm/kernel';
import { InvalidOptionError } from '@rlm/repl-types';
import {
  detach,
  groupThousands,
  headOf,
  isRecord,
  messageOf,
  mismatch,
  onOneLine,
  refuseOption,
  unexpected,
  wellFormed,
} from '@rlm/repl-types/internal';

/**
 * A message of a chat: a `UIMessage` (its text is in `parts`) or a `ModelMessage` (its text is in `content`) of the AI SDK, or an object
 * of the same shape.
 */
export interface ConversationMessage {
  readonly role: string;
  readonly content?: unknown;
  readonly parts?: unknown;
}

/** What a run takes of a chat. */
export interface Conversation {
  /** The text of the last message. */
  readonly query: string;
  /** The messages before it, oldest first, each as `role: text`. Undefined if there are none. */
  readonly text: string | undefined;
  /** The last of them, shortened, for the prompt; empty if there are none. */
  readonly summary: string;
  /** What of the messages the run does not see. */
  readonly diagnostics: readonly Diagnostic[];
}

/** The variable that holds the messages before the question. */
export const conversationName = 'conversation';

/** What the prompt says of it. */
export const conversationDescription =
  'The conversation before the question, oldest message first, each as `role: text`.';

/** Characters of the last message, and of all before it; of these, older messages are left out. */
const maxChars = 1_000_000;
/** Messages, and parts of one message, that are read. */
const maxMessages = 10_000;
const maxParts = 10_000;

/** Messages in the summary, and characters of each. */
const shownMessages = 6;
const shownChars = 400;

/** Kinds of left out parts that a diagnostic names, and characters of a name. */
const maxKinds = 10;
const maxKindChars = 40;

/**
 * Reads the messages of a chat as they are now, the newest first, and each field once. The last must be from the user.
 *
 * @param option What the caller knows them as.
 * @throws InvalidOptionError for what is no message, or cannot be read
 */
export function readConversation(
  messages: readonly ConversationMessage[],
  option = 'messages',
): Conversation {
  try {
    return read(messages, option);
  } catch (error) {
    if (InvalidOptionError.isInstance(error)) throw error;
    throw refuse(option, `${option} cannot be read: ${messageOf(error)}.`);
  }
}

interface Message {
  readonly role: string;
  readonly text: string;
}

function read(messages: readonly ConversationMessage[], option: string): Conversation {
  const { length } = messages;
  if (length === 0)
    throw refuse(
      option,
      `Expected ${option} to have a question, got an empty list. Its last message is the question.`,
    );
  const leftOut = createLeftOut();
  const place = `${option}[${length - 1}]`;
  const last = readMessage(messages[length - 1], place, maxChars + 1, leftOut);
  if (last.role !== 'user') {
    const advice = 'The run answers the last message.';
    throw refuseOption(mismatch(place, 'a message of the user', `one of the ${last.role}`, advice));
  }
  if (last.text.trim() === '')
    throw refuseOption(
      mismatch(place, 'a message with text', 'one without', 'Its text is the question.'),
    );
  if (last.text.length > maxChars) {
    const most = groupThousands(maxChars);
    throw refuse(
      place,
      `Expected ${place} to have at most ${most} characters, got more. Pass a long text as context.`,
    );
  }
  const earlier: Message[] = [];
  let room = maxChars;
  let index = length - 2;
  for (; index >= 0 && room > 0 && length - index <= maxMessages; index -= 1) {
    const message = readMessage(messages[index], `${option}[${index}]`, room + 1, leftOut);
    if (message.text.length > room) break;
    room -= message.text.length;
    if (message.role === 'system') leftOut.add('system message');
    else if (message.text.trim() !== '') earlier.push(message);
  }
  earlier.reverse();
  return {
    query: last.text,
    text: earlier.length === 0 ? undefined : detach(earlier.map(formatted).join('\n\n')),
    summary: earlier.slice(-shownMessages).map(inShort).join('\n'),
    diagnostics: [...leftOut.diagnostics(), ...shortened(index + 1)],
  };
}

const formatted = ({ role, text }: Message): string => `${role}: ${text}`;

function inShort({ role, text }: Message): string {
  const head = headOf(onOneLine(text), shownChars);
  const left = text.length - head.length;
  return `${role}: ${head}${left > 0 ? ` ... (${groupThousands(left)} more characters)` : ''}`;
}

function shortened(count: number): readonly Diagnostic[] {
  if (count === 0) return [];
  const oldest =
    count === 1 ? 'the oldest message is' : `the ${groupThousands(count)} oldest messages are`;
  const message = `The conversation is longer than ${groupThousands(maxChars)} characters or ${groupThousands(maxMessages)} messages: ${oldest} left out`;
  return [{ code: 'conversation_shortened', message }];
}

const roles: readonly unknown[] = ['system', 'user', 'assistant', 'tool'];

/** A message with at most `room` characters of its text. */
function readMessage(given: unknown, place: string, room: number, leftOut: LeftOut): Message {
  const expected = 'a message { role, parts } or { role, content }';
  if (!isRecord(given)) throw refuseOption(unexpected(place, expected, given));
  const { role } = given;
  if (!roles.includes(role))
    throw refuseOption(
      unexpected(`${place}.role`, "'system', 'user', 'assistant' or 'tool'", role),
    );
  const { parts } = given;
  const said = Array.isArray(parts) ? parts : given['content'];
  if (typeof said !== 'string' && !Array.isArray(said))
    throw refuseOption(unexpected(place, expected, given));
  const text = typeof said === 'string' ? said.slice(0, room) : textOf(said, room, leftOut);
  return { role: role as string, text: wellFormed(text) };
}

function textOf(parts: readonly unknown[], room: number, leftOut: LeftOut): string {
  const { length } = parts;
  let text = '';
  for (let index = 0; index < Math.min(length, maxParts) && text.length < room; index += 1) {
    const part = parts[index];
    const { type, text: said } = isRecord(part) ? part : {};
    if (type === 'text' && typeof said === 'string')
      text += `${text === '' ? '' : '\n'}${said.slice(0, room)}`;
    else if (typeof type !== 'string') leftOut.add('part without a type');
    else if (!isSilent(type)) leftOut.add(type);
  }
  leftOut.add('part', length - Math.min(length, maxParts));
  return text.slice(0, room);
}

/** Parts that are not for a model, or that repeat in other words what the message says. */
const isSilent = (type: string): boolean =>
  type === 'reasoning' || type === 'step-start' || /^(?:data|source)-/.test(type);

/** What of the messages a run does not see. */
interface LeftOut {
  add(kind: string, count?: number): void;
  diagnostics(): readonly Diagnostic[];
}

function createLeftOut(): LeftOut {
  const counts = new Map<string, number>();
  return {
    add(kind, count = 1) {
      if (count === 0) return;
      const named = headOf(onOneLine(kind.slice(0, maxKindChars)), maxKindChars);
      const key = counts.has(named) || counts.size < maxKinds ? named : 'of other kinds';
      counts.set(key, (counts.get(key) ?? 0) + count);
    },
    diagnostics() {
      if (counts.size === 0) return [];
      const list = [...counts]
        .map(([kind, count]) => `${groupThousands(count)} ${kind}`)
        .join(', ');
      const message = `The run sees only the text of messages. Left out: ${list}. Pass files as contexts, and system messages as instructions`;
      return [{ code: 'message_parts_left_out', message }];
    },
  };
}

const refuse = (option: string, message: string): Error => refuseOption({ option, message });

import type { Diagnostic } from '@rlm/kernel';
import { InvalidOptionError } from '@rlm/repl-types';
import {
  counted,
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
  /** The text of the last message of the user. */
  readonly query: string;
  /** The other messages, oldest first, each as `role: text`. Undefined if there are none. */
  readonly text: string | undefined;
  /** The last of them, shortened, for the prompt; empty if there are none. */
  readonly summary: string;
  /** What of the messages the run does not see. */
  readonly diagnostics: readonly Diagnostic[];
}

/** The variable that holds the messages but for the question. */
export const conversationName = 'conversation';

/** What the prompt says of it. */
export const conversationDescription =
  'The other messages of the conversation, oldest first, each as `role: text`.';

/** Characters of the question, and of all other messages; of these, older ones are left out. */
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
 * Reads the messages of a chat as they are now, the newest first, and each field once. The last of the user is the question.
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
  const oldest = Math.max(0, length - maxMessages);
  const leftOut = createLeftOut();
  const placeOf = (index: number): string => `${option}[${index}]`;
  const openAt = (index: number): Opened => openMessage(messages[index], placeOf(index));

  // What follows the question, newest first.
  const after: Opened[] = [];
  let asked = length - 1;
  let question: Opened | undefined;
  for (; asked >= oldest; asked -= 1) {
    const message = openAt(asked);
    if (message.role === 'user') {
      question = message;
      break;
    }
    after.push(message);
  }
  if (question === undefined) throw refuse(option, noQuestion(option, length));
  const query = questionOf(textOf(question, maxChars + 1, leftOut), placeOf(asked));

  const others: Message[] = [];
  let room = maxChars;
  let index = length - 1;
  for (; index >= oldest && room > 0; index -= 1) {
    if (index === asked) continue;
    const message = after[length - 1 - index] ?? openAt(index);
    const text = textOf(message, room + 1, leftOut);
    if (text.length > room) break;
    room -= text.length;
    if (message.role === 'system') leftOut.add('system message');
    else if (text.trim() !== '') others.push({ role: message.role, text });
  }
  others.reverse();
  const unread = index + 1 - Number(index >= asked);
  return {
    query,
    text: others.length === 0 ? undefined : detach(others.map(formatted).join('\n\n')),
    summary: others.slice(-shownMessages).map(inShort).join('\n'),
    diagnostics: [...leftOut.diagnostics(), ...shortened(unread)],
  };
}

function noQuestion(option: string, length: number): string {
  const found = length === 0 ? 'an empty list' : `none in ${groupThousands(length)}`;
  return `Expected ${option} to have a message of the user, got ${found}. The last one is the question.`;
}

/** The text of the question, which must have some, and not too much. */
function questionOf(text: string, place: string): string {
  if (text.trim() === '')
    throw refuseOption(
      mismatch(place, 'a message with text', 'one without', 'Its text is the question.'),
    );
  if (text.length <= maxChars) return text;
  const most = groupThousands(maxChars);
  throw refuse(
    place,
    `Expected ${place} to have at most ${most} characters, got more. Pass a long text as context.`,
  );
}

const formatted = ({ role, text }: Message): string => `${role}: ${text}`;

function inShort({ role, text }: Message): string {
  const head = headOf(onOneLine(text), shownChars);
  const left = text.length - head.length;
  return `${role}: ${head}${left > 0 ? ` ... (${counted(left, 'more character')})` : ''}`;
}

function shortened(count: number): readonly Diagnostic[] {
  if (count === 0) return [];
  const oldest =
    count === 1 ? 'the oldest message is' : `the ${groupThousands(count)} oldest messages are`;
  const message = `The conversation is longer than ${groupThousands(maxChars)} characters or ${groupThousands(maxMessages)} messages: ${oldest} left out`;
  return [{ code: 'conversation_shortened', message }];
}

const roles: readonly unknown[] = ['system', 'user', 'assistant', 'tool'];

/** A message whose role is known, and whose text is not read yet. */
interface Opened {
  readonly role: string;
  readonly said: string | readonly unknown[];
}

function openMessage(given: unknown, place: string): Opened {
  const expected = 'a message { role, parts } or { role, content }';
  if (!isRecord(given)) throw refuseOption(unexpected(place, expected, given));
  const { role } = given;
  if (!roles.includes(role))
    throw refuseOption(
      unexpected(`${place}.role`, "'system', 'user', 'assistant' or 'tool'", role),
    );
  const { parts } = given;
  const said: unknown = Array.isArray(parts) ? parts : given['content'];
  if (typeof said !== 'string' && !Array.isArray(said))
    throw refuseOption(unexpected(place, expected, given));
  return { role: role as string, said };
}

/** At most `room` characters of the text of a message. */
function textOf({ said }: Opened, room: number, leftOut: LeftOut): string {
  return wellFormed(
    typeof said === 'string' ? said.slice(0, room) : textOfParts(said, room, leftOut),
  );
}

function textOfParts(parts: readonly unknown[], room: number, leftOut: LeftOut): string {
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

import { checkOptions, required } from '@rlm/repl-types/options';
import { checkOption, messageOf, refuseOption } from '@rlm/repl-types/internal';
import type { ReplLanguage } from '@rlm/repl-types';

import { SandboxError } from '../contract/errors.js';
import type { SetTextFrame } from '../contract/frames.js';
import { isHeldAsString, isLongText, type LongText, type OpenText } from '../contract/long-text.js';
import type { SetOptions } from '../contract/session.js';
import { toJsonText } from './host-value.js';
import type { ValueLimits } from './json-text.js';
import { describeGuestError, type Answer, type LiveChild, type Question } from './live-child.js';
import type { RecordedSet } from './log.js';
import { joined, openLongText } from './long-texts.js';
import { nameRule } from './names.js';
import { setRule } from './options.js';

const reserved = /^context(_\d+)?$/;

/** How long moving data into or out of a child may take, in milliseconds: far more than 100 MB need. */
export const moveLimitMs = 60_000;

/** Only the child's memory limits the size of values that the host assigns. */
const unbounded = { maxValueBytes: Infinity, maxValueNodes: Infinity, maxValueDigits: Infinity };

/**
 * Checks an assignment by the host and takes its value as data.
 *
 * @throws InvalidOptionError; SandboxError `value_rejected`
 */
export function recordSet(
  name: string,
  value: unknown,
  language: ReplLanguage,
  { maxValueDepth }: Pick<ValueLimits, 'maxValueDepth'>,
  options: SetOptions = {},
): RecordedSet {
  checkOptions(options, setRule, refuseOption);
  const { isReserved } = options;
  checkOption('name', name, required(nameRule(language)), refuseOption);
  const entry = { type: 'set', name, isReserved } as const;
  if (isLongText(value)) return { ...entry, value: { file: value } };
  return {
    ...entry,
    value:
      typeof value === 'string'
        ? { text: value }
        : { json: toJsonText(value, { ...unbounded, maxValueDepth }, name) },
  };
}

/**
 * Assigns a value in the child. The names `context` and `context_1` are reserved by default: cells cannot lose them.
 *
 * @throws SandboxError `value_rejected` if it does not fit in the child's memory, `session_lost`; CallStopped
 */
export async function assign(
  child: LiveChild,
  { name, value, isReserved = reserved.test(name) }: RecordedSet,
  time: AbortSignal,
): Promise<void> {
  const entry = { name, isReserved };
  const answer =
    'file' in value
      ? await assignFile(child, entry, value.file, time)
      : await child.ask(
          'text' in value
            ? { type: 'set-text', ...entry, text: value.text }
            : { type: 'set-json', ...entry, json: value.json },
          time,
        );
  if ('error' in answer) {
    const why = describeGuestError(answer.error);
    const cure = /memory/i.test(why)
      ? '. Raise memoryBytes (limits of a session, sandboxLimits of a run), or pass less'
      : '';
    throw new SandboxError('value_rejected', `the interpreter refused ${name}: ${why}${cure}`);
  }
}

/** A variable that is assigned. */
type Variable = Pick<SetTextFrame, 'name' | 'isReserved'>;

/**
 * Assigns a text in a file: the child reads a file that it was started with; of any other the text is sent.
 *
 * @throws SandboxError `value_rejected` if the file cannot be read, or has changed; what {@link LiveChild.ask} throws
 */
async function assignFile(
  child: LiveChild,
  variable: Variable,
  text: LongText,
  time: AbortSignal,
): Promise<Answer> {
  const { name } = variable;
  const file = child.files.findIndex((each) => each.text === text);
  const held = child.files[file]?.opened;
  const opened = await readable(name, () => held ?? openLongText(text));
  const verify = (): Promise<void> =>
    readable(name, () => {
      opened.verify();
    });
  try {
    await verify();
    const question = held
      ? readFile(variable, text, { file, offset: held.offset, memoryBytes: child.memoryBytes })
      : sendText(variable, text, opened, child.takesPieces);
    const answer = await child.ask(question, time);
    await verify();
    return answer;
  } finally {
    if (held === undefined) await opened.close();
  }
}

/** Has the child read the text itself: as a string if it has room for that. */
function readFile(
  variable: Variable,
  text: LongText,
  place: { readonly file: number; readonly offset: number; readonly memoryBytes: number },
): Question {
  const { bytes, codePoints, lines, marks } = text;
  const { file, offset, memoryBytes } = place;
  const asString = isHeldAsString(text, memoryBytes);
  const size = { bytes, codePoints, lines, marks: asString ? [] : marks };
  return { type: 'set-file', ...variable, file, asString, offset, ...size };
}

/** Sends the text piece by piece if the child takes it so, else whole. */
function sendText(
  variable: Variable,
  { bytes }: LongText,
  opened: OpenText,
  takesPieces: boolean,
): Question {
  const slices = (): Iterable<Uint8Array> => opened.slices();
  const text = takesPieces ? { bytes, slices } : joined(slices());
  return { type: 'set-text', ...variable, text } as Question;
}

/** What reading a file gives. @throws SandboxError `value_rejected` */
async function readable<Value>(name: string, read: () => Value): Promise<Awaited<Value>> {
  try {
    return await read();
  } catch (cause) {
    const message = `${name} cannot be read: ${messageOf(cause)}`;
    throw new SandboxError('value_rejected', message, { cause });
  }
}

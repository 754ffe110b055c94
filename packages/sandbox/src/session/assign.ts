import { checkOptions, required } from '@rlm/repl-types/options';
import { checkOption, messageOf, refuseOption } from '@rlm/repl-types/internal';
import type { ReplLanguage } from '@rlm/repl-types';

import { SandboxError } from '../contract/errors.js';
import { isHeldAsString, isLongText, type LongText } from '../contract/long-text.js';
import type { SetOptions } from '../contract/session.js';
import { toJsonText } from './host-value.js';
import type { ValueLimits } from './json-text.js';
import { describeGuestError, type Answer, type LiveChild } from './live-child.js';
import type { RecordedSet } from './log.js';
import { joined, openLongText } from './long-texts.js';
import { nameRule } from './names.js';
import { setRule } from './options.js';

const reserved = /^context(_\d+)?$/;

/** How long moving data into or out of a guest may take, in milliseconds: far more than 100 MB need. */
export const moveLimitMs = 60_000;

/** Only the guest's memory limits the size of values that the host assigns. */
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
 * @throws SandboxError `value_rejected` if it does not fit in the guest's memory, `session_lost`; CallStopped
 */
export async function assign(
  child: LiveChild,
  { name, value, isReserved = reserved.test(name) }: RecordedSet,
  time: AbortSignal,
): Promise<void> {
  const answer =
    'file' in value
      ? await askToSetFile(child, { name, text: value.file, isReserved }, time)
      : await child.ask(
          'text' in value
            ? { type: 'set-text', name, text: value.text, isReserved }
            : { type: 'set-json', name, json: value.json, isReserved },
          time,
        );
  if ('error' in answer) {
    const why = describeGuestError(answer.error);
    const cure = /memory/i.test(why)
      ? '. Raise memoryBytes (limits of a session, sandboxLimits of a run), or pass less'
      : '';
    throw new SandboxError('value_rejected', `the guest refused ${name}: ${why}${cure}`);
  }
}

/** A text in a file, and the variable that it becomes. */
interface FileAssignment {
  readonly name: string;
  readonly text: LongText;
  readonly isReserved: boolean;
}

/**
 * Has a guest assign a text in a file: it reads a file that it was started with; of any other the text is sent.
 *
 * @throws SandboxError `value_rejected` if the file cannot be read, or has changed; what `Guest.ask` throws
 */
async function askToSetFile(
  child: LiveChild,
  assignment: FileAssignment,
  time: AbortSignal,
): Promise<Answer> {
  const { name, text, isReserved } = assignment;
  const file = child.files.findIndex((each) => each.text === text);
  const opened = child.files[file]?.opened;
  if (opened === undefined) return sendText(child, assignment, time);
  const { bytes, codePoints, lines, marks } = text;
  const { offset } = opened;
  const asString = isHeldAsString(text, child.memoryBytes);
  const size = { bytes, codePoints, lines, marks: asString ? [] : marks };
  verify(name, () => {
    opened.verify();
  });
  const frame = { type: 'set-file', name, isReserved, file, asString, offset, ...size } as const;
  const answer = await child.ask(frame, time);
  verify(name, () => {
    opened.verify();
  });
  return answer;
}

/** Sends the text piece by piece if the child takes it so, else whole. */
async function sendText(
  child: LiveChild,
  { name, text, isReserved }: FileAssignment,
  time: AbortSignal,
): Promise<Answer> {
  const opened = await openLongText(text).catch((error: unknown) => {
    throw unreadable(name, error);
  });
  try {
    const frame = { type: 'set-text', name, isReserved } as const;
    const pieces = { bytes: text.bytes, slices: () => opened.slices() };
    const answer = child.takesPieces
      ? await child.ask({ ...frame, text: pieces }, time)
      : await child.ask({ ...frame, text: joined(opened.slices()) }, time);
    verify(name, () => {
      opened.verify();
    });
    return answer;
  } finally {
    await opened.close();
  }
}

function verify(name: string, check: () => void): void {
  try {
    check();
  } catch (error) {
    throw unreadable(name, error);
  }
}

function unreadable(name: string, cause: unknown): SandboxError {
  return new SandboxError('value_rejected', `${name} cannot be read: ${messageOf(cause)}`, {
    cause,
  });
}

import { messageOf } from '@rlm/repl-types/internal';

import { SandboxError } from '../../contract/errors.js';
import { isHeldAsString, type LongText } from '../../contract/long-text.js';
import type { CallTime } from './call-time.js';
import { joined, openLongText } from '../values/open-long-text.js';
import type { Answer, Guest } from './guest.js';

/** A text in a file, and the variable that it becomes. */
export interface FileAssignment {
  readonly name: string;
  readonly text: LongText;
  readonly isReserved: boolean;
}

/**
 * Has a guest assign a text in a file: it reads a file that it was started with; of any other the text is sent.
 *
 * @throws SandboxError `value_rejected` if the file cannot be read, or has changed; what `Guest.ask` throws
 */
export async function askToSetFile(
  guest: Guest,
  assignment: FileAssignment,
  time: CallTime,
): Promise<Answer> {
  const { name, text, isReserved } = assignment;
  const file = guest.files.findIndex((each) => each.text === text);
  const opened = guest.files[file]?.opened;
  if (opened === undefined) return sendText(guest, assignment, time);
  const { bytes, codePoints, lines, marks } = text;
  const { offset } = opened;
  const asString = isHeldAsString(text, guest.memoryBytes);
  const size = { bytes, codePoints, lines, marks: asString ? [] : marks };
  verify(name, () => {
    opened.verify();
  });
  const frame = { type: 'set-file', name, isReserved, file, asString, offset, ...size } as const;
  const answer = await guest.ask(frame, time);
  verify(name, () => {
    opened.verify();
  });
  return answer;
}

/** Sends the text piece by piece if the child takes it so, else whole. */
async function sendText(
  guest: Guest,
  { name, text, isReserved }: FileAssignment,
  time: CallTime,
): Promise<Answer> {
  const opened = await openLongText(text).catch((error: unknown) => {
    throw unreadable(name, error);
  });
  try {
    const frame = { type: 'set-text', name, isReserved } as const;
    const pieces = { bytes: text.bytes, slices: () => opened.slices() };
    const answer = guest.takesPieces
      ? await guest.ask({ ...frame, text: pieces }, time)
      : await guest.ask({ ...frame, text: joined(opened.slices()) }, time);
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

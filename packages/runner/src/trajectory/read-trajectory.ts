import { RlmError } from '@rlm/repl-types';
import { describeValue, readHook } from '@rlm/repl-types/internal';

import type { RlmEvent } from '../run/events.js';
import { trajectoryHeader } from './write-trajectory.js';

/** An event as it was written: plain data, with the type and place of the one that happened. */
export type TrajectoryEvent = {
  readonly [Key in 'type' | 'runId' | 'parentId' | 'depth' | 'step']: RlmEvent[Key];
} & Readonly<Record<string, unknown>>;

/** A line that is not what it should be: its number, from 1. */
export class TrajectoryError extends RlmError<'invalid_trajectory', { readonly line: number }> {
  static override readonly className: string = 'TrajectoryError';

  constructor(line: number, expected: string) {
    super(`line ${String(line)} of the trajectory must be ${expected}`, {
      code: 'invalid_trajectory',
      details: { line },
    });
  }
}

/**
 * Reads what `writeTrajectory` wrote, from text in pieces of any size (a file's stream, lines, the whole). A last
 * line that was cut off, by a crash say, is left out. Throws `TrajectoryError` for any other fault.
 */
export async function* readTrajectory(
  pieces: AsyncIterable<string> | Iterable<string>,
): AsyncGenerator<TrajectoryEvent, void, undefined> {
  let line = 0;
  for await (const text of splitLines(pieces)) {
    line += 1;
    const value = parseLine(text, line);
    if (line === 1) {
      const { format, version } = value as Partial<typeof trajectoryHeader>;
      if (format !== trajectoryHeader.format || version !== trajectoryHeader.version) {
        throw new TrajectoryError(line, `the header ${JSON.stringify(trajectoryHeader)}`);
      }
      continue;
    }
    if (!isEvent(value)) throw new TrajectoryError(line, 'an event');
    yield value;
  }
  if (line === 0) throw new TrajectoryError(1, `a header${pathAdvice(pieces)}`);
}

/** What to do about a text that is no line at all, such as the path of a file. */
function pathAdvice(pieces: unknown): string {
  if (typeof pieces !== 'string' || pieces === '' || pieces.startsWith('{')) return '';
  return `, got ${describeValue(pieces)}. Pass the text of a file or a stream of it, not its path`;
}

/** The complete lines of a text in pieces. */
async function* splitLines(
  pieces: AsyncIterable<string> | Iterable<string>,
): AsyncGenerator<string, void, undefined> {
  let parts: string[] = [];
  for await (const piece of readHook(typeof pieces === 'string' ? [pieces] : pieces)) {
    let from = 0;
    for (let end = piece.indexOf('\n'); end !== -1; end = piece.indexOf('\n', from)) {
      parts.push(piece.slice(from, end));
      from = end + 1;
      const whole = parts.join('').trimEnd();
      parts = [];
      if (whole !== '') yield whole;
    }
    if (from < piece.length) parts.push(piece.slice(from));
  }
}

function parseLine(text: string, line: number): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new TrajectoryError(line, 'JSON');
  }
}

function isEvent(value: unknown): value is TrajectoryEvent {
  if (typeof value !== 'object' || value === null) return false;
  const { type, runId, depth, step } = value as Record<string, unknown>;
  return (
    typeof type === 'string' &&
    typeof runId === 'string' &&
    typeof depth === 'number' &&
    typeof step === 'number'
  );
}

import { readTrajectory, TrajectoryError, writeTrajectory } from '@rlm/runner';

import type { ViewEvent } from '../run-view.js';
import { readAskResult } from './ask-result.js';
import { LogError, quoted } from './log-error.js';
import { isObject, linesOf, parseJson } from './log-lines.js';

/**
 * Reads a log, as events that a view is made of: a trajectory (one that a crash cut off too, and several behind each other), or what
 * `rlm ask --events` or `--json` prints.
 *
 * Throws `LogError` for anything else, and `TrajectoryError` for a trajectory with a broken line.
 */
export async function readLog(
  source: string | Iterable<string> | AsyncIterable<string>,
): Promise<readonly ViewEvent[]> {
  const lines = await linesOf(source);
  const [first] = lines;
  if (first === undefined) throw new LogError('it is empty');
  const head = parseJson(first);
  if (isObject(head)) {
    const { type, format, runId } = head;
    if (format === 'rlm-trajectory') return eventsOf(lines, first.trimEnd());
    if (typeof type === 'string' && typeof runId === 'string')
      return eventsOf(lines, await headerLine());
  }
  return readWhole(lines.length === 1 ? head : parseJson(lines.join('\n')), first);
}

/** A log that is one value of JSON. */
function readWhole(value: unknown, first: string): readonly ViewEvent[] {
  const asked = readAskResult(value);
  if (asked !== undefined) return asked;
  throw new LogError(
    isObject(value)
      ? `it is an object with the fields ${quoted(Object.keys(value).slice(0, 8).join(', '))}`
      : `it begins with ${quoted(first)}`,
  );
}

/** The events of trajectories. A file may hold several: each begins with its header, or has none. */
async function eventsOf(lines: readonly string[], header: string): Promise<ViewEvent[]> {
  const last = lines.at(-1) ?? '';
  const whole = parseJson(last) === undefined ? lines.slice(0, -1) : lines;
  const told = whole.filter((line) => !line.startsWith(header));
  const events: ViewEvent[] = [];
  try {
    for await (const event of readTrajectory(withBreaks([header, ...told]))) events.push(event);
  } catch (error) {
    if (!TrajectoryError.isInstance(error)) throw error;
    const broken = told[(error.details?.line ?? 1) - 2];
    const [, expected = 'an event'] = / must be (.*)$/su.exec(error.message) ?? [];
    throw new TrajectoryError(broken === undefined ? 1 : lines.indexOf(broken) + 1, expected);
  }
  return events;
}

function* withBreaks(lines: readonly string[]): Generator<string> {
  for (const line of lines) yield `${line}\n`;
}

/** What `rlm ask --events` prints is a trajectory without its first line. */
async function headerLine(): Promise<string> {
  for await (const line of writeTrajectory([])) return line.trim();
  return '';
}

import { readTrajectory, TrajectoryError, writeTrajectory } from '@rlm/runner';

import type { ViewEvent } from '../run-view.js';
import { readAiSdkLog } from './ai-sdk-log.js';
import { readAskResult } from './ask-result.js';
import { LogError, quoted } from './log-error.js';
import { isObject, linesOf, objectsOf, parseJson } from './log-lines.js';
import { readReferenceLog } from './reference-log.js';

/** A log of a run, as events that a view is made of. */
export interface RunLog {
  /** Whose it is: ours, that of the reference implementation of RLM, or what an AI SDK call gave. */
  readonly format: 'rlm' | 'reference' | 'ai-sdk';
  readonly events: readonly ViewEvent[];
}

/**
 * Reads a log: a trajectory (one that a crash cut off too, and several behind each other), what `rlm ask --events` or `--json` prints, a log of the reference
 * implementation, or the result or the messages of an AI SDK call as JSON.
 *
 * Throws `LogError` for anything else, and `TrajectoryError` for a trajectory with a broken line.
 */
export async function readLog(
  source: string | Iterable<string> | AsyncIterable<string>,
): Promise<RunLog> {
  const lines = await linesOf(source);
  const [first] = lines;
  if (first === undefined) throw new LogError('it is empty');
  const head = parseJson(first);
  if (isObject(head)) {
    const { type, format, runId } = head;
    if (format === 'rlm-trajectory')
      return { format: 'rlm', events: await eventsOf(lines, first.trimEnd()) };
    if (typeof type === 'string' && typeof runId === 'string') {
      return { format: 'rlm', events: await eventsOf(lines, await headerLine()) };
    }
    if (type === 'metadata' || type === 'iteration' || type === 'run_context') {
      return { format: 'reference', events: readReferenceLog(objectsOf(lines)) };
    }
    if (typeof head['role'] === 'string' && lines.length > 1) {
      return { format: 'ai-sdk', events: readAiSdkLog(objectsOf(lines)) };
    }
  }
  return readWhole(lines.length === 1 ? head : parseJson(lines.join('\n')), first);
}

/** A log that is one value of JSON. */
function readWhole(value: unknown, first: string): RunLog {
  if (value === undefined) throw new LogError(`it is not JSON, but begins with ${quoted(first)}`);
  const asked = readAskResult(value);
  if (asked !== undefined) return { format: 'rlm', events: asked };
  return { format: 'ai-sdk', events: readAiSdkLog(value) };
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

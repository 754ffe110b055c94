import { readTrajectory, writeTrajectory } from '@rlm/runner';

import type { ViewEvent } from '../view/run-view.js';
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
 * Reads a log: a trajectory (one that a crash cut off too), what `rlm ask --events` or `--json` prints, a log of the reference
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
    if (format === 'rlm-trajectory') return { format: 'rlm', events: await eventsOf(lines) };
    if (typeof type === 'string' && typeof runId === 'string') {
      return { format: 'rlm', events: await eventsOf([await headerLine(), ...lines]) };
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
  if (value === undefined) throw new LogError(`it is no JSON, but begins with ${quoted(first)}`);
  const asked = readAskResult(value);
  if (asked !== undefined) return { format: 'rlm', events: asked };
  return { format: 'ai-sdk', events: readAiSdkLog(value) };
}

async function eventsOf(lines: readonly string[]): Promise<ViewEvent[]> {
  const last = lines.at(-1) ?? '';
  const whole = parseJson(last) === undefined ? lines.slice(0, -1) : lines;
  const events: ViewEvent[] = [];
  for await (const event of readTrajectory(withBreaks(whole))) events.push(event);
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

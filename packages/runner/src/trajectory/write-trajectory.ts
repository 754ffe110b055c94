import { readHook } from '@rlm/repl-types/internal';

import type { RlmEvent } from '../run/events.js';
import { describeError } from '../errors.js';

/** The first line of a trajectory; `version` changes when the shape of the lines does. */
export const trajectoryHeader: Readonly<{ format: 'rlm-trajectory'; version: 1 }> = Object.freeze({
  format: 'rlm-trajectory',
  version: 1,
});

/**
 * The events of a run as JSON lines: a header, then one event a line, each line with its line break.
 * Errors are written as code and message, infinite numbers as null.
 *
 *     for await (const line of writeTrajectory(run)) file.write(line);
 */
export async function* writeTrajectory(
  events: AsyncIterable<RlmEvent> | Iterable<RlmEvent>,
): AsyncGenerator<string, void, undefined> {
  yield `${JSON.stringify(trajectoryHeader)}\n`;
  for await (const event of readHook(events)) yield formatTrajectoryEvent(event);
}

/** One event as a line of a trajectory. */
function formatTrajectoryEvent(event: RlmEvent): string {
  return `${JSON.stringify(event, writeErrors)}\n`;
}

function writeErrors(_: string, value: unknown): unknown {
  return value instanceof Error ? describeError(value) : value;
}

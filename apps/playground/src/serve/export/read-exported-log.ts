import { TrajectoryError } from '@rlm/runner';

import { LogError } from '../../logs/log-error.js';
import { readLog } from '../../logs/read-log.js';
import { ProblemError } from '../http/problem.js';

/** The events of a log that a client sends, one a line of JSON. Throws a problem for what is no log of a run. */
export async function readExportedLog(bytes: Uint8Array): Promise<readonly string[]> {
  try {
    const { events } = await readLog(new TextDecoder().decode(bytes));
    return events.map((event) => JSON.stringify(event));
  } catch (error) {
    if (!(error instanceof LogError) && !TrajectoryError.isInstance(error)) throw error;
    throw new ProblemError('invalid', `body: ${error.message}`, {}, { cause: error });
  }
}

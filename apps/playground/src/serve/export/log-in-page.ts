import { TrajectoryError } from '@rlm/runner';

import { LogError } from '../../view/logs/log-error.js';
import { readLog } from '../../view/logs/read-log.js';
import type { ViewEvent } from '../../view/run-view.js';
import { jsonInPage } from './export-page.js';

/** The bytes of a body are no log of a run: its message says why. */
export class LogProblem extends Error {
  override readonly name = 'LogProblem';
}

/** Events that become text together. */
const eventsAtOnce = 1_000;

/** The events of a log, as JSON inside a page. Throws {@link LogProblem}. */
export async function logInPage(log: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
  const events = await eventsOf(log);
  const pieces: Buffer[] = [];
  for (const json of jsonInPage(linesOf(events))) pieces.push(Buffer.from(json));
  return new Uint8Array(Buffer.concat(pieces));
}

async function eventsOf(log: Uint8Array): Promise<readonly ViewEvent[]> {
  try {
    return await readLog(new TextDecoder().decode(log));
  } catch (error) {
    if (!(error instanceof LogError) && !TrajectoryError.isInstance(error)) throw error;
    throw new LogProblem(`body: ${error.message}`, { cause: error });
  }
}

function* linesOf(events: readonly ViewEvent[]): Generator<readonly string[], void, undefined> {
  for (let at = 0; at < events.length; at += eventsAtOnce) {
    yield events.slice(at, at + eventsAtOnce).map((event) => JSON.stringify(event));
  }
}

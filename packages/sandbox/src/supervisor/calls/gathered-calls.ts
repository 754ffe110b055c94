import { createByteQuota } from '@rlm/repl-types/internal';

import type { RecordedCall } from '../log/entry.js';
import { type Breather, breathe } from './breather.js';

/**
 * The name of a call frame that holds several calls, for guests that must wait for each call. It is not an identifier.
 */
export const gatheredCall = '*';

/** The answers of calls made at once may be as long as this many values together: they cross in one frame. */
const gatheredValues = 4;

type CallOutcome = RecordedCall['outcome'];

/**
 * Serves calls (`serve` never rejects) that a guest makes at once, `[name, arguments]` each: they run at the same time, and
 * their outcomes come back together, as `{ value }` or `{ error }` in the order of the calls. A final of the host among them
 * is the outcome of all.
 *
 * @param maxValueBytes The limit of one answer, as JSON. Four of the largest fit together; each answer that no longer does, when
 *   it comes, is an error that says so.
 */
export async function serveGathered(
  calls: unknown,
  serve: (name: string, args: unknown) => Promise<CallOutcome>,
  breather: Breather,
  maxValueBytes: number,
): Promise<CallOutcome> {
  if (!Array.isArray(calls)) {
    return { error: { type: 'HostCallError', message: 'expected an array of calls' } };
  }
  const quota = createByteQuota(gatheredValues * maxValueBytes);
  const keep = (outcome: CallOutcome): CallOutcome =>
    !('json' in outcome) || quota.take(outcome.json.length) ? outcome : tooMuch(quota.maxBytes);
  const served: Promise<CallOutcome>[] = [];
  for (const call of calls as unknown[]) {
    const [name, args] = Array.isArray(call) ? (call as unknown[]) : [];
    await breathe(breather, () => served.push(serve(String(name), args).then(keep)));
  }
  const outcomes = await Promise.all(served);
  const final = outcomes.find((outcome) => 'final' in outcome);
  if (final !== undefined) return final;
  const texts = outcomes.map((outcome) =>
    'json' in outcome ? `{"value":${outcome.json}}` : JSON.stringify(outcome),
  );
  return { json: `[${texts.join(',')}]` };
}

function tooMuch(characters: number): CallOutcome {
  const message = `the answers of the calls made at once are over ${characters} characters of JSON together; make fewer calls at once`;
  return { error: { type: 'HostCallError', message } };
}

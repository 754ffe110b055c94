import type { RecordedCall } from '../../contract/replay-log.js';
import { type Breather, breathe } from './breather.js';

/** The name of a call frame that holds several calls, for guests that must wait for what they call: no identifier. */
export const gatheredCall = '*';

type CallOutcome = RecordedCall['outcome'];

/**
 * Serves calls (`serve` never rejects) that a guest makes at once, `[name, arguments]` each: they run at the same time, and
 * their outcomes come back together, as `{ value }` or `{ error }` in the order of the calls. A final of the host among them
 * is the outcome of all.
 */
export async function serveGathered(
  calls: unknown,
  serve: (name: string, args: unknown) => Promise<CallOutcome>,
  breather: Breather,
): Promise<CallOutcome> {
  if (!Array.isArray(calls)) {
    return { error: { type: 'HostCallError', message: 'expected an array of calls' } };
  }
  const served: Promise<CallOutcome>[] = [];
  for (const call of calls as unknown[]) {
    const [name, args] = Array.isArray(call) ? (call as unknown[]) : [];
    await breathe(breather, () => served.push(serve(String(name), args)));
  }
  const outcomes = await Promise.all(served);
  const final = outcomes.find((outcome) => 'final' in outcome);
  if (final !== undefined) return final;
  const texts = outcomes.map((outcome) =>
    'json' in outcome ? `{"value":${outcome.json}}` : JSON.stringify(outcome),
  );
  return { json: `[${texts.join(',')}]` };
}

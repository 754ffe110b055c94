import type { RecordedCall } from '../../contract/replay-log.js';

/** A call whose result is ready, as the log will keep it: the key of long arguments takes a moment, which no guest waits for. */
export interface DeliveredCall extends Pick<RecordedCall, 'name' | 'outcome'> {
  readonly args: string | Promise<string>;
}

/** What the log keeps of calls whose results were delivered. */
export function recordCalls(delivered: readonly DeliveredCall[]): Promise<readonly RecordedCall[]> {
  return Promise.all(delivered.map(async (call) => ({ ...call, args: await call.args })));
}

import { createByteQuota } from '@rlm/repl-types/internal';

import type { RecordedCall } from '../log/entry.js';
import { callBytes, maxLogBytes } from '../log/log-size.js';

/** A call whose result is ready, as the log will keep it: the key of long arguments takes a moment, which no guest waits for. */
export interface DeliveredCall extends Pick<RecordedCall, 'name' | 'outcome'> {
  readonly args: string | Promise<string>;
}

/**
 * The calls of a running cell whose results were delivered, in order: for the log, and for running the cell again. Together
 * they take at most {@link maxLogBytes}; beyond that all of them are dropped, and no more are kept.
 */
export class DeliveredCalls {
  readonly #budget = createByteQuota(maxLogBytes);
  #calls: DeliveredCall[] | undefined = [];
  #count = 0;

  /** How many were delivered, also of those that were dropped. */
  get count(): number {
    return this.#count;
  }

  /** All of them; undefined if they took too much. */
  get calls(): readonly DeliveredCall[] | undefined {
    return this.#calls;
  }

  add(call: DeliveredCall): void {
    this.#count++;
    if (this.#calls === undefined) return;
    if (this.#budget.take(callBytes(call))) this.#calls.push(call);
    else this.#calls = undefined;
  }
}

/** The log's records of calls whose results were delivered. */
export function recordCalls(delivered: readonly DeliveredCall[]): Promise<readonly RecordedCall[]> {
  return Promise.all(delivered.map(async (call) => ({ ...call, args: await call.args })));
}

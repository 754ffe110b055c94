import { finalSignalOf } from './final-signal.js';

/** Settles a call as `Promise.allSettled` does. A final is rethrown, since it ends more than its call. */
export async function settleUnlessFinal<T>(call: Promise<T>): Promise<PromiseSettledResult<T>> {
  try {
    return { status: 'fulfilled', value: await call };
  } catch (reason) {
    if (finalSignalOf(reason) !== undefined) throw reason;
    return { status: 'rejected', reason };
  }
}

import { abortHub, maxTimerMs, nextTurn, requireWebCrypto } from '@rlm/repl-types/internal';

import type { Clock } from './clock.js';

/** The clock of the machine: the default of every option that takes a {@link Clock}. */
export const systemClock: Clock = Object.freeze({
  now: () => Date.now(),
  sleep: (ms: number, abortSignal?: AbortSignal) =>
    new Promise<void>((resolve, reject) => {
      if (abortSignal?.aborted === true) {
        reject(abortSignal.reason as Error);
        return;
      }
      const end = Date.now() + ms;
      let timer = setTimeout(expire, Math.min(ms, maxTimerMs));
      const forget = abortSignal && abortHub.watch(abortSignal, cancel);

      function expire(): void {
        const left = end - Date.now();
        if (ms > maxTimerMs && left > 0) {
          timer = setTimeout(expire, Math.min(left, maxTimerMs));
          return;
        }
        forget?.();
        resolve();
      }

      function cancel(): void {
        clearTimeout(timer);
        reject(abortSignal?.reason as Error);
      }
    }),
});

/** How many runs may start in the same turn; further ones get turns of their own, so that they do not hold the thread together. */
const startsAtOnce = 4;
let starts = 0;

/** Resolves when a run may start: soon, or in a turn of its own if many start together. */
export async function turnToStart(): Promise<void> {
  starts += 1;
  if (starts === 1) {
    void nextTurn().then(() => {
      starts = 0;
    });
  }
  if (starts > startsAtOnce) await nextTurn();
}

/**
 * Random hexadecimal digits, an even number of them: for ids that must be unique and hard to guess.
 */
export function randomHex(digits: number): string {
  requireWebCrypto();
  const bytes = crypto.getRandomValues(new Uint8Array(digits / 2));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** An id that no other run has. */
export function newRunId(): string {
  return `run_${randomHex(20)}`;
}

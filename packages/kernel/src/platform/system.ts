import { abortHub, maxTimerMs, requireWebCrypto } from '@rlm/repl-types/internal';

import type { Clock } from './clock.js';

const platform = globalThis as typeof globalThis & {
  setImmediate?: (callback: () => void) => unknown;
};
const immediately: ((callback: () => void) => unknown) | undefined = platform.setImmediate;

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

/** Callers that wait for a turn, first come, first served. */
const waiting: (() => void)[] = [];

/**
 * Resolves when everything that is ready to run has run: one turn of the event loop. Each waiting
 * caller, of any run, gets a turn of its own, so that hundreds of runs block the thread no longer
 * than one.
 */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve);
    if (waiting.length === 1) schedule(takeTurn);
  });
}

function takeTurn(): void {
  // It stays in the list during its turn, so that a new request of its own comes after the others.
  waiting[0]?.();
  waiting.shift();
  if (waiting.length > 0) schedule(takeTurn);
}

function schedule(callback: () => void): void {
  if (immediately !== undefined) {
    immediately(callback);
    return;
  }
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => {
    port1.close();
    callback();
  };
  port2.postMessage(null);
}

/** How many runs may start at once in the same turn; further ones get turns of their own. */
const startsAtOnce = 4;
let starts = 0;

/**
 * When a run may start: undefined means at once; if many start together, it gets a turn of its own.
 */
export function turnToStart(): Promise<void> | undefined {
  starts += 1;
  if (starts === 1) {
    void nextTurn().then(() => {
      starts = 0;
    });
  }
  return starts <= startsAtOnce ? undefined : nextTurn();
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

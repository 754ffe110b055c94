import { setTimeout } from 'node:timers/promises';

/** Texts from this length on are worth a pause. */
const longText = 100_000;

/** For how long work in pieces holds the host's thread at a time, in milliseconds; and after how many steps the time is looked at. */
const pieceMs = 10;
const stepsBetweenLooks = 512;

/** Does long work that pauses wherever it yields. After a long enough piece, it frees the host's thread for others. */
export async function inPieces<Value>(work: Generator<void, Value>): Promise<Value> {
  let since = performance.now();
  for (let step = 1; ; step++) {
    const next = work.next();
    if (next.done === true) return next.value;
    if (step % stepsBetweenLooks !== 0 || performance.now() - since < pieceMs) continue;
    await setTimeout(0);
    since = performance.now();
  }
}

/** Gives the host's thread to others between the making of a value's text and its parsing, which takes as long again. Timers that are due come first. */
export async function breathe(json: string): Promise<void> {
  if (json.length > longText) await setTimeout(0);
}

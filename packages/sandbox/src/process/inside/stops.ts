import { readSync } from 'node:fs';

/** A file that begins with the id of the cell that is to stop, or 0: four bytes, little-endian. */
const stopFile = 4;
/** How often that is looked at: interpreters ask far more often. */
const lookMs = 2;
/** How long a cell sleeps before it is looked at again. */
const napMs = 10;

const word = Buffer.alloc(4);
const never = new Int32Array(new SharedArrayBuffer(4));
let cell = 0;
let nextLookMs = 0;

/** The id of the cell that is to stop, or 0: for an interpreter that asks while it is busy. */
export function cellToStop(): number {
  const now = nowMs();
  if (now < nextLookMs) return cell;
  nextLookMs = now + lookMs;
  readSync(stopFile, word, 0, word.length, 0);
  cell = word.readUInt32LE();
  return cell;
}

/** Sleeps, unless a cell is to stop. */
export function sleepIn(id: number, ms: number): void {
  const endMs = nowMs() + ms;
  for (let left = ms; left > 0 && cellToStop() !== id; left = endMs - nowMs()) {
    Atomics.wait(never, 0, 0, Math.min(left, napMs));
  }
}

/** Milliseconds of a clock that only rises. `performance` has more to load when it is first used than a session needs to start. */
function nowMs(): number {
  const [seconds, nanoseconds] = process.hrtime();
  return 1_000 * seconds + nanoseconds / 1e6;
}

import { Buffer } from 'node:buffer';

/**
 * Splits a stream of bytes into runs of known lengths, in linear time, however the stream is cut. A run that comes in
 * several chunks has its own memory, into which each chunk is copied as it comes: no piece of work is as long as the
 * run.
 *
 * @param first Length of the first run.
 * @param onRun Called with each run; returns the length of the next. Undefined: the rest is ignored.
 * @param allocate Makes the memory of a run that comes in several chunks.
 */
export function collectBytes(
  first: number,
  onRun: (run: Buffer) => number | undefined,
  allocate: (length: number) => Buffer = (length) => Buffer.allocUnsafeSlow(length),
): (bytes: Buffer) => void {
  let wanted: number | undefined = first;
  let run: Buffer | undefined;
  let filled = 0;

  return (bytes) => {
    let at = 0;
    while (wanted !== undefined) {
      const end: number = Math.min(bytes.length, at + wanted - filled);
      const isWhole = filled + end - at === wanted;
      if (run === undefined && isWhole) {
        wanted = onRun(bytes.subarray(at, end));
        at = end;
        continue;
      }
      if (at === end) return;
      run ??= allocate(wanted);
      bytes.copy(run, filled, at, end);
      filled += end - at;
      at = end;
      if (!isWhole) return;
      const whole = run;
      run = undefined;
      filled = 0;
      wanted = onRun(whole);
    }
  };
}

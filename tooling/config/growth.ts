/** Sizes of an input. No more is measured once the ratio is at most `enough`. */
interface Sizes {
  readonly small: number;
  readonly large: number;
  readonly enough?: number;
}

/**
 * How much longer work takes on a larger input: 4 for one four times as large when the work is linear, 16
 * when it is quadratic. Processor time, so that other work on the machine is not in it; memory being
 * freed can spoil a measurement, so the best of up to five counts.
 */
export function growthOf(
  work: (size: number) => void,
  { small, large, enough = 0 }: Sizes,
): number {
  work(large);
  let ratio = Infinity;
  for (let attempt = 0; attempt < 5 && ratio > enough; attempt++) {
    const before = medianTime(() => work(small));
    ratio = Math.min(ratio, medianTime(() => work(large)) / Math.max(before, 0.1));
  }
  return ratio;
}

/** The median of several processor times, in milliseconds. */
function medianTime(action: () => void): number {
  const times = Array.from({ length: 5 }, () => {
    const start = process.cpuUsage();
    action();
    return process.cpuUsage(start).user / 1000;
  });
  return times.sort((a, b) => a - b)[2] ?? 0;
}

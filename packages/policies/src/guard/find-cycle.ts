/**
 * The shortest period, up to `maxPeriod`, that the last keys repeat `repeats` times; 0 if there is none. `a b a b a b`
 * with 3 repeats has period 2.
 */
export function findCycle(keys: readonly string[], repeats: number, maxPeriod: number): number {
  for (let period = 1; period <= maxPeriod; period++) {
    const from = keys.length - period * repeats;
    if (from < 0) return 0;
    let at = from + period;
    while (at < keys.length && keys[at] === keys[at - period]) at++;
    if (at === keys.length) return period;
  }
  return 0;
}

/** However long a cycle may be, no more keys than this are kept. */
const longest = 256;

/** Appends a key, and keeps no more of them than {@link findCycle} reads. */
export function keepKeys(
  keys: readonly string[],
  key: string,
  repeats: number,
  maxPeriod: number,
): readonly string[] {
  const kept = [...keys, key];
  return kept.slice(-Math.min(repeats * maxPeriod, longest));
}

/** @typedef {import('./bench.mjs').Row} Row */

/** @param {readonly number[]} list @param {number} part 0.5 is the median. */
export function quantile(list, part) {
  const sorted = [...list].sort((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? NaN;
}

/** @param {number} value */
const short = (value) => Number(value.toPrecision(3));

/**
 * A row of figures of all rounds.
 *
 * @param {Pick<Row, 'measure' | 'beside' | 'unit' | 'goal'>} about
 * @param {readonly number[]} figures
 * @returns {Row}
 */
export function rowOf(about, figures) {
  const [low, ours, high] = [0.25, 0.5, 0.75].map((part) => short(quantile(figures, part)));
  return { ...about, ours: ours ?? NaN, spread: [low ?? NaN, high ?? NaN] };
}

/** @param {() => unknown} work @returns {Promise<number>} Milliseconds. */
export async function timed(work) {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

/**
 * Ratios of two pieces of work, which take turns in each round, so that what disturbs one disturbs the other.
 *
 * @param {number} rounds
 * @param {() => unknown} ours
 * @param {() => unknown} theirs
 */
export async function ratiosOf(rounds, ours, theirs) {
  const ratios = [];
  for (let round = 0; round < rounds; round += 1) {
    const one = await timed(ours);
    ratios.push(one / (await timed(theirs)));
  }
  return ratios;
}

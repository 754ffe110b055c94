/**
 * Some work of ours, and plain work that it is measured beside.
 *
 * @typedef {object} Row
 * @property {string} what
 * @property {() => unknown} ours
 * @property {string} beside
 * @property {() => unknown} plain
 * @property {number} [count] How often each does it in one call: the times are of one. Default: 1.
 * @property {number} [rounds] Default: 20.
 */

/**
 * Prints how long our work takes, and how many times as long as the work beside it. The two take turns, and the least time of all
 * rounds counts, since what else the machine does can only add to it.
 *
 * @param {readonly Row[]} rows
 */
export async function printRatios(rows) {
  for (const { what, ours, beside, plain, count = 1, rounds = 20 } of rows) {
    let [one, other] = [Infinity, Infinity];
    for (let round = 0; round < rounds; round += 1) {
      one = Math.min(one, (await timed(ours)) / count);
      other = Math.min(other, (await timed(plain)) / count);
    }
    printRow(what, one, 'ms', beside, other);
  }
}

/** Prints how much memory our work takes, as a multiple of the text that it is about. @param {string} what @param {number} took @param {number} text Both in MB. */
export function printMemory(what, took, text) {
  printRow(what, took, 'MB', 'the text', text);
}

/** @param {() => unknown} work */
async function timed(work) {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

/** @param {string} what @param {number} ours @param {string} unit @param {string} beside @param {number} plain */
function printRow(what, ours, unit, beside, plain) {
  const [one, ratio, other] = [ours, ours / plain, plain].map((value) =>
    value < 100 ? value.toPrecision(2) : value.toFixed(0),
  );
  console.log(`${what.padEnd(58)} ${one} ${unit}, ${ratio} x ${beside} (${other} ${unit})`);
}

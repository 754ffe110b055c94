/** How often each thing is measured; rows are medians. */
export const rounds = 10;

/** Waits. */
export const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** The middle value. */
export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)];
}

/** The median time of a task, in milliseconds. */
export async function time(task, count = rounds) {
  const values = [];
  for (let round = 0; round < count; round++) {
    const startedAt = performance.now();
    await task();
    values.push(performance.now() - startedAt);
  }
  return median(values);
}

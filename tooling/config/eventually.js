import { vi } from 'vitest';

/** As long as the slowest machine may take: a test that would wait for nothing has failed anyway. */
const maxMs = 100_000;
const pauseMs = 50;

/**
 * Waits until a check no longer throws. While a check runs, no timer of this function is active, so that the check may count timers.
 * If timers are fake, they advance with each check, as with `vi.waitFor`.
 *
 * @template Value
 * @param {() => Value | Promise<Value>} check
 * @returns {Promise<Value>}
 */
export async function eventually(check) {
  if (vi.isFakeTimers()) return vi.waitFor(check, { timeout: maxMs });
  const startedAt = performance.now();
  for (;;) {
    try {
      return await check();
    } catch (error) {
      if (performance.now() - startedAt > maxMs) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}

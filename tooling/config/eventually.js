import { vi } from 'vitest';

/**
 * Waits until a check no longer throws: as long as the slowest machine may take, since a test that would wait for nothing has failed
 * anyway.
 *
 * @template Value
 * @param {() => Value | Promise<Value>} check
 * @returns {Promise<Value>}
 */
export function eventually(check) {
  return vi.waitFor(check, { timeout: 100_000 });
}

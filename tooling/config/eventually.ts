import { vi } from 'vitest';

/** Waits until a check no longer throws, for as long as the slowest machine may take. */
export const eventually = <Value>(check: () => Value | Promise<Value>): Promise<Value> =>
  vi.waitFor(check, { timeout: 100_000 });

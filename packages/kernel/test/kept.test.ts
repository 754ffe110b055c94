import type { TerminationPolicy } from '@rlm/policies';
import { roughBytes } from '@rlm/repl-types/internal';
import { describe, expect, it } from 'vitest';

import { createRun } from '../src/index.js';
import { actionResult, countingProtocol } from './helpers.js';

/** What policies saw of earlier results, after each step. */
async function windows(steps: number, output: string, historyWindow?: number) {
  const seen: { readonly count: number; readonly bytes: number; readonly last: unknown }[] = [];
  const policy: TerminationPolicy = {
    name: 'looks',
    description: 'looks',
    shouldTerminate(_, { history }) {
      seen.push({
        count: history.length,
        bytes: roughBytes(history),
        last: history.at(-1)?.metadata['at'],
      });
      return { terminate: false };
    },
    reset: () => undefined,
  };
  const protocol = countingProtocol(() => Promise.resolve('continue'), {
    step(state) {
      const at = state + 1;
      const result = actionResult({ output, metadata: { at } });
      return Promise.resolve({ type: 'continue', state: at, result });
    },
  });
  const run = createRun(protocol, null, {
    maxSteps: steps,
    policies: [policy],
    ...(historyWindow === undefined ? {} : { historyWindow }),
  });
  await run.result;
  return seen;
}

describe('the earlier results that policies see', () => {
  it('are 64 of thousands of small ones, the newest', async () => {
    const seen = await windows(2_000, 'small');
    expect(seen).toHaveLength(2_000);
    expect(Math.max(...seen.map(({ count }) => count))).toBe(64);
    expect(seen.at(-1)).toMatchObject({ count: 64, last: 1_999 });
  });

  it('take 32 MiB at most, however many are asked for: 300 large ones', async () => {
    const seen = await windows(300, 'o'.repeat(1_000_000), 10_000);
    expect(Math.max(...seen.map(({ bytes }) => bytes))).toBeLessThanOrEqual(32 * 1024 * 1024);
    expect(seen.at(-1)).toMatchObject({ count: 16, last: 299 });
  });

  it('are the last one alone if it is as large as all may be', async () => {
    const seen = await windows(4, 'o'.repeat(20_000_000), 10_000);
    expect(seen.map(({ count, last }) => [count, last])).toEqual([
      [0, undefined],
      [1, 1],
      [1, 2],
      [1, 3],
    ]);
  });
});

describe('the diagnostics of a run', () => {
  it.each([
    ['thousands of small ones', 5_000, 'small'],
    ['hundreds of large ones', 600, 'm'.repeat(1_000_000)],
  ])('are 256, cut, and a count: %s', async (_, count, message) => {
    const protocol = countingProtocol((__, context) => {
      for (let at = 0; at < count; at += 1) context.diagnose({ code: 'said', message });
      return Promise.resolve({ final: 'done' });
    });
    const { diagnostics } = await createRun(protocol, null).result;
    expect(diagnostics).toHaveLength(257);
    expect(diagnostics.at(-1)?.message).toContain(`${String(count - 256)} `);
    expect(roughBytes(diagnostics)).toBeLessThan(257 * (2 * 4_100 + 500));
  });
});

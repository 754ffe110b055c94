import { getActiveResourcesInfo } from 'node:process';

import type { ModelFunction } from '@rlm/penguin-engine/model';
import type { SandboxBackend } from '@rlm/sandbox';
import { quickjs } from '@rlm/sandbox/quickjs';
import { describe, expect, it } from 'vitest';

import { runRlm, type RlmResult } from '../src/index.js';
import { cell } from './support/cell.js';
import { fakeBackend } from './support/fake-backend.js';

/** The same numbers at every run of the tests. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

const maxSubQueries = 8;

/** A run with two levels of children below it, in which one call of twenty goes wrong. */
function start(index: number, sandbox: SandboxBackend): Promise<RlmResult> {
  const random = numbers(index + 1);
  const faulty: ModelFunction = ({ abortSignal }) => {
    const chance = random();
    if (chance < 0.02) throw Object.assign(new Error('slow down'), { status: 429 });
    if (chance < 0.03) throw new Error('broken');
    if (chance < 0.04)
      return new Promise((_, reject) =>
        abortSignal?.addEventListener('abort', () => {
          reject(new Error('gone'));
        }),
      );
    return 'sub';
  };
  const crash = random() < 0.01 ? 'crash();' : '';
  const parent = cell(
    `${crash} out = await llm_query_batched(["a", "b"]); try { out.push(await rlm_query("deeper", { context: "c" })) } catch (error) { out.push("failed") } FINAL(out.join("|"))`,
  );
  const leaf = cell('FINAL(await llm_query("leaf"))');
  return runRlm({
    model: [() => parent, () => parent, () => leaf],
    subModel: faulty,
    sandbox,
    query: `run ${String(index)}`,
    context: 'text',
    maxSteps: 3,
    maxDepth: 2,
    limits: { maxSubQueries, callTimeoutMs: 200, timeoutMs: 20_000 },
  }).result;
}

function timers(): number {
  return getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
}

async function settle(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 50));
}

describe('200 runs at the same time, three levels deep, with faults', () => {
  it('all end, within their budgets, and leave nothing behind', async () => {
    const sandbox = fakeBackend();
    const before = timers();
    const results = await Promise.all(
      Array.from({ length: 200 }, (_, index) => start(index, sandbox)),
    );
    await settle();
    expect(results).toHaveLength(200);
    for (const { usage, finishReason, answer } of results) {
      expect(usage.total.subQueries).toBeLessThanOrEqual(maxSubQueries);
      expect(['final', 'max_sub_queries', 'max_steps', 'max_errors']).toContain(finishReason);
      if (finishReason === 'final') expect(answer).toMatch(/^(sub)?\|(sub)?\|/);
    }
    expect(results.filter(({ finishReason }) => finishReason === 'final').length).toBeGreaterThan(
      100,
    );
    expect(sandbox.openSessions).toBe(0);
    expect(timers()).toBeLessThanOrEqual(before);
  }, 60_000);

  it('do so on QuickJS too (a few, with real sessions)', async () => {
    const backend = quickjs();
    const results: RlmResult[] = [];
    for (let from = 0; from < 12; from += 4) {
      results.push(
        ...(await Promise.all([0, 1, 2, 3].map((offset) => start(1_000 + from + offset, backend)))),
      );
    }
    for (const { usage } of results)
      expect(usage.total.subQueries).toBeLessThanOrEqual(maxSubQueries);
    expect(results.filter(({ finishReason }) => finishReason === 'final').length).toBeGreaterThan(
      6,
    );
    expect(getActiveResourcesInfo().filter((name) => name === 'MessagePort')).toEqual([]);
  }, 120_000);
});

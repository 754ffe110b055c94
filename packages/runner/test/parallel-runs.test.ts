import { getEventListeners } from 'node:events';
import { getActiveResourcesInfo } from 'node:process';
import { setTimeout } from 'node:timers/promises';

import type { ModelFunction } from '@rlm/kernel/model';
import type { SandboxBackend } from '@rlm/sandbox';
import { quickjs } from '@rlm/sandbox/quickjs';
import { scripted, type ScriptedStep } from '@rlm/sandbox/scripted';
import { describe, expect, it } from 'vitest';

import { runRlm, type RlmResult } from '../src/index.js';
import { cell } from './support/cell.js';
import { numbers } from './support/numbers.js';
import { unreliable, type SessionCounts } from './support/unreliable-backend.js';

const runs = { scripted: 188, quickjs: 12 };
/** Trees of QuickJS at the same time; each has up to three sessions, each in a process. */
const quickjsAtOnce = 4;
const share = 0.05;

/** A tree without faults asks 7 sub-queries: every fourth one may not ask as many. */
function boundsOf(index: number) {
  return { maxSubQueries: index % 4 === 0 ? 6 : 9, maxTokens: 8_000, maxCalls: 20 };
}

const parent = `
out = await llm_query_batched(["a", "b"]);
try { out.push(await rlm_query("deeper", { context: "c" })) } catch { out.push("failed") }
FINAL(out.join("|"))`;
const leaf = 'FINAL(await llm_query("leaf"))';

/** What the code above does, in a session that cannot read it. */
const play: ScriptedStep = async (code, guest) => {
  if (code.includes('leaf')) {
    return { final: { type: 'direct', answer: await guest.call('llm_query', 'leaf') } };
  }
  const out = (await guest.call('llm_query_batched', ['a', 'b'])) as string[];
  const deeper = await guest.call('rlm_query', 'deeper', { context: 'c' }).catch(() => 'failed');
  return { final: { type: 'direct', answer: [...out, deeper as string].join('|') } };
};

interface Faults {
  refused: number;
  hung: number;
}

/** A sub-model that refuses some calls and leaves some without an answer. */
function unreliableModel(seed: number, faults: Faults): ModelFunction {
  const random = numbers(seed);
  return ({ abortSignal }) => {
    const chance = random();
    if (chance < share / 2) {
      faults.refused += 1;
      throw Object.assign(new Error('slow down'), { status: 429 });
    }
    if (chance < share) {
      faults.hung += 1;
      return new Promise((_, reject) => {
        abortSignal.addEventListener('abort', () => {
          reject(new Error('gone'));
        });
      });
    }
    return Promise.resolve({ text: 'sub', usage: { inputTokens: 20, outputTokens: 5 } });
  };
}

/** Runs a tree of three levels; gives its result and the runs that it started and ended. */
async function play3Levels(
  index: number,
  sandbox: SandboxBackend,
  faults: Faults,
  abortSignal: AbortSignal,
) {
  const usage = { inputTokens: 700, outputTokens: 60 };
  const above: ModelFunction = () => ({ text: cell(parent), usage });
  const below: ModelFunction = () => ({ text: cell(leaf), usage });
  const run = runRlm({
    model: [above, above, below],
    subModel: unreliableModel(index + 1, faults),
    sandbox,
    query: 'q',
    runId: `run-${String(index)}`,
    context: 'text',
    abortSignal,
    maxSteps: 3,
    maxDepth: 2,
    limits: { ...boundsOf(index), callTimeoutMs: 1_000, timeoutMs: 200_000 },
  });
  const started: string[] = [];
  const ended: string[] = [];
  for await (const { type, runId } of run) {
    if (type === 'run-start') started.push(runId);
    if (type === 'run-end') ended.push(runId);
  }
  return { result: await run.result, started, ended, bounds: boundsOf(index) };
}

/** Does `task` for each index, so many at a time. */
async function each<T>(
  count: number,
  atOnce: number,
  task: (index: number) => Promise<T>,
): Promise<T[]> {
  const results: T[] = [];
  let next = 0;
  const work = async (): Promise<void> => {
    while (next < count) results.push(await task(next++));
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return results;
}

function resources(): Record<string, number> {
  const counts: Record<string, number> = { Timeout: 0, MessagePort: 0, Worker: 0, Immediate: 0 };
  for (const name of getActiveResourcesInfo()) {
    if (name in counts) counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
}

function expectWithin(bounds: ReturnType<typeof boundsOf>, { usage: { total } }: RlmResult): void {
  expect(total.subQueries).toBeLessThanOrEqual(bounds.maxSubQueries);
  expect(total.calls).toBeLessThanOrEqual(bounds.maxCalls);
  expect(total.inputTokens + total.outputTokens).toBeLessThanOrEqual(bounds.maxTokens);
}

describe('200 runs at the same time, three levels deep, with 5 % faults', () => {
  it('all end, within their budgets, and leave nothing behind', async () => {
    const counts: SessionCounts = { opened: 0, closed: 0, killed: 0 };
    const faults: Faults = { refused: 0, hung: 0 };
    const { signal } = new AbortController();
    const before = resources();
    const cells = unreliable(
      scripted([play], { repeatLast: true, language: 'javascript' }),
      share,
      counts,
    );
    const workers = unreliable(quickjs(), share, counts);
    const trees = (
      await Promise.all([
        each(runs.scripted, runs.scripted, (index) => play3Levels(index, cells, faults, signal)),
        each(runs.quickjs, quickjsAtOnce, (index) =>
          play3Levels(runs.scripted + index, workers, faults, signal),
        ),
      ])
    ).flat();

    expect(trees).toHaveLength(200);
    for (const { result, started, ended, bounds } of trees) {
      expect(['final', 'max_sub_queries', 'max_steps', 'max_tokens', 'max_errors']).toContain(
        result.finishReason,
      );
      expectWithin(bounds, result);
      expect([...ended].sort()).toEqual([...started].sort());
      if (result.finishReason === 'final') {
        expect(result.answer).toMatch(/^(sub)?\|(sub)?\|((sub)?\|(sub)?\|(sub|failed)|failed)$/);
      }
    }
    const depths = trees.map(({ started }) => started.length);
    expect(depths.filter((levels) => levels >= 3).length).toBeGreaterThan(180);
    const final = trees.filter(({ result }) => result.finishReason === 'final');
    expect(final.length).toBeGreaterThan(100);
    const atTheirBound = trees.filter(
      ({ result, bounds }) => result.usage.total.subQueries === bounds.maxSubQueries,
    );
    expect(atTheirBound.length).toBeGreaterThan(30);

    expect(counts.killed).toBeGreaterThan(10);
    expect(faults.refused).toBeGreaterThan(5);
    expect(faults.hung).toBeGreaterThan(5);
    expect(counts.closed).toBe(counts.opened);
    expect(getEventListeners(signal, 'abort')).toEqual([]);
    const left = () => Object.entries(resources()).filter(([name, n]) => n > (before[name] ?? 0));
    // `eventually` has timers of its own while it checks.
    for (let waits = 0; left().length > 0 && waits < 1_000; waits += 1) await setTimeout(100);
    expect(left()).toEqual([]);
  }, 300_000);
});

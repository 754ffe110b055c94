import { createBudget, type Budget } from '@rlm/kernel';
import { defineTool, runResponse, type EngineResult } from '@rlm/penguin-engine';
import { describe, expect, it } from 'vitest';

import { defineStore } from '../../src/define/index.js';
import type { RunStore } from '../../src/index.js';
import { MemoryBackend } from '../../src/memory/memory-store.js';
import { mortal, mortalBackend, type Mortal } from '../support/mortal-store.js';

const maxTokens = 100_000;
const maxOutputTokens = 500;
const used = { inputTokens: 10, outputTokens: 5 } as const;
const tokensOfCall = used.inputTokens + used.outputTokens;
const note = defineTool({ name: 'note', description: 'Notes it.', execute: () => 'noted' });

/** Processes over one store, all of which share one budget. */
function machine() {
  const backend = new MemoryBackend();
  const gone = new Set<number>();
  let calls = 0;
  const processOf = (pid: number, { act }: Mortal) => {
    const store = defineStore(mortalBackend(backend, { act }), {
      pid,
      host: 'here',
      isGone: (owner) => gone.has(owner.pid),
    });
    const budget: Budget = createBudget({ maxTokens, id: 'team', store });
    const run = async (runId: string): Promise<EngineResult> => {
      const journal = await store
        .create({ runId })
        .catch(() => store.open(runId, { takeOver: true }));
      return runResponse({
        model: ({ messages }) =>
          act(() => {
            calls += 1;
            const isFirst = messages.every(({ role }) => role !== 'assistant');
            const text = isFirst ? '<note>{}</note>' : '<finish_response>done</finish_response>';
            return Promise.resolve({ text, usage: used });
          }),
        prompt: 'Note it',
        tools: [note],
        journal,
        budget,
        limits: { maxOutputTokens },
      }).result;
    };
    return { store, run };
  };
  const account = async (store: RunStore): Promise<Budget> => {
    const budget = createBudget({ maxTokens, id: 'team', store });
    await budget.refresh();
    return budget;
  };
  return { processOf, account, kill: (pid: number) => gone.add(pid), calls: () => calls };
}

const forever = (): Mortal => mortal(Infinity, 'after');

describe.each([1, 2])('a budget in a store, with %i runs at once', (runs) => {
  const ids = Array.from({ length: runs }, (_, index) => `run-${index}`);

  /** Checks each place at which a process may end, up to one that it does not reach; gives how many there were. */
  const each = async (check: (life: Mortal, place: string) => Promise<void>): Promise<number> => {
    let places = 0;
    for (const when of ['before', 'after'] as const) {
      for (let at = 1, isReached = true; isReached; at += 1) {
        const life = mortal(at, when);
        void life.ended.then(() => (places += 1));
        await check(life, `${when} ${at}`);
        isReached = life.acts >= at;
      }
    }
    return places;
  };

  it('counts each call that was made, and at most those in flight in full, wherever its process is killed', async () => {
    const places = await each(async (life, place) => {
      const { processOf, account, kill, calls } = machine();
      const killed = processOf(1, life);
      const results = Promise.all(ids.map((id) => killed.run(id)));
      await Promise.race([results, life.ended]);
      kill(1);
      const { store, run } = processOf(2, forever());
      const again = await Promise.all(ids.map((id) => run(id)));
      const { spent, inFlight } = await account(store);
      const tokens = spent.inputTokens + spent.outputTokens;
      expect([place, ...again.map(({ finishReason }) => finishReason)]).toEqual([
        place,
        ...ids.map(() => 'final'),
      ]);
      expect(inFlight.calls, place).toBe(0);
      expect(spent.calls, place).toBeGreaterThanOrEqual(calls());
      expect(spent.calls, place).toBeLessThanOrEqual(calls() + runs);
      expect(tokens, place).toBeGreaterThanOrEqual(calls() * tokensOfCall);
      expect(tokens, place).toBeLessThan(spent.calls * tokensOfCall + runs * 1_500);
    });
    expect(places).toBeGreaterThan(20);
  });

  it('counts each call once, wherever a process stood still that was taken for gone and comes back', async () => {
    const places = await each(async (life, place) => {
      const { processOf, account, kill, calls } = machine();
      const stopped = processOf(1, life);
      const results = Promise.allSettled(ids.map((id) => stopped.run(id)));
      await Promise.race([results, life.ended]);
      kill(1);
      const { store, run } = processOf(2, forever());
      const again = await Promise.all(ids.map((id) => run(id)));
      life.goOn();
      await results;
      const { spent } = await account(store);
      expect([place, ...again.map(({ finishReason }) => finishReason)]).toEqual([
        place,
        ...ids.map(() => 'final'),
      ]);
      expect([place, spent.calls, spent.inputTokens, spent.outputTokens]).toEqual([
        place,
        calls(),
        calls() * used.inputTokens,
        calls() * used.outputTokens,
      ]);
    });
    expect(places).toBeGreaterThan(20);
  });
});

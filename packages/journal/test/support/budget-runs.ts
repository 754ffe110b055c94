import { createBudget, type Budget } from '@rlm/kernel';
import { defineTool, runResponse, type EngineResult } from '@rlm/penguin-engine';

import { redisStore } from '../../src/bullmq/index.js';
import type { RunStore } from '../../src/index.js';
import { storeIn } from './stores.js';

/** The store of a kind: in a folder, or at a port. */
export function storeAt(name: string, place: string): RunStore & { close?(): Promise<void> } {
  if (name !== 'redisStore') return storeIn(place, name);
  return redisStore({ connection: { host: '127.0.0.1', port: Number(place) } });
}

const maxTokens = 100_000;

/** The budget that the processes of a test share. */
export const teamBudget = (store: RunStore, limit: number = maxTokens): Budget =>
  createBudget({ maxTokens: limit, id: 'team', store });

/** What each call uses. */
export const used = { inputTokens: 10, outputTokens: 5 } as const;

const note = defineTool({ name: 'note', description: 'Notes it.', execute: () => 'noted' });

/** A run of three calls of its model, with a journal, under the budget. `onCall` is called before each. */
export async function runOfThree(
  store: RunStore,
  budget: Budget,
  onCall: (number: number) => unknown,
): Promise<EngineResult> {
  const journal = await store.create({ runId: 'run' }).catch(() => store.open('run'));
  return runResponse({
    model: async ({ messages }) => {
      const number = messages.filter(({ role }) => role === 'assistant').length + 1;
      await onCall(number);
      const text = number < 3 ? '<note>{}</note>' : '<finish_response>done</finish_response>';
      return { text, usage: used };
    },
    prompt: 'Note it twice',
    tools: [note],
    journal,
    budget,
  }).result;
}

import { describe, expect, it } from 'vitest';

import { createRun, type EffectExecutor } from '../../src/index.js';
import { callModel, type ModelLike } from '../../src/model/index.js';
import { nextTurn } from '@rlm/repl-types/internal';
import { recordEvents } from '../../src/testing/index.js';
import { countingProtocol } from '../helpers.js';

interface Recorded {
  readonly key: string;
  readonly value: unknown;
}

/** Performs effects and writes their results down in the order in which they came. */
function recording(journal: Recorded[]): EffectExecutor {
  return {
    keyed: true,
    execute: async (effect, signal) => {
      const value = await effect.perform(signal);
      journal.push({ key: effect.key, value });
      return value;
    },
  };
}

/** Performs nothing: gives what was written down, in the order in which it was. */
function replaying(journal: readonly Recorded[]): EffectExecutor {
  const waiting = new Map<string, (value: never) => void>();
  let next = 0;
  const giveWhatIsDue = (): void => {
    for (let due = journal[next]; due !== undefined; due = journal[next]) {
      const give = waiting.get(due.key);
      if (give === undefined) return;
      waiting.delete(due.key);
      next += 1;
      give(due.value as never);
    }
  };
  return {
    keyed: true,
    execute: (effect) =>
      new Promise((resolve) => {
        waiting.set(effect.key, resolve);
        // Not before everything is asked for that will be: then results come in the journal's order.
        void nextTurn().then(giveWhatIsDue);
      }),
  };
}

/** Each step asks three questions at once and notes the order in which the answers come. */
const racing = (model: ModelLike) =>
  countingProtocol(async (count, context) => {
    const order: string[] = [];
    const ask = async (content: string): Promise<void> => {
      const messages = [{ role: 'user', content }] as const;
      const { text } = await callModel(model, { purpose: 'sub', messages }, context);
      order.push(text);
      context.emit({ type: 'answer', text } as { type: string });
    };
    await Promise.all(['a', 'b', 'c', 'a'].map(ask));
    return count === 3 ? { final: `${order.join()} ${context.random()}` } : 'continue';
  });

describe('a journal below the effect seam', () => {
  it('gives a run again, event by event, without asking anybody', async () => {
    let calls = 0;
    const random: ModelLike = async ({ messages }) => {
      calls += 1;
      for (let turn = (calls * 7) % 5; turn > 0; turn -= 1) await nextTurn();
      return `${messages[0]?.content ?? ''}${calls}`;
    };
    const journal: Recorded[] = [];
    const options = {
      runId: 'r',
      clock: { now: () => 0, sleep: () => new Promise<void>(() => undefined) },
    };
    const first = createRun(racing(random), null, { ...options, executor: recording(journal) });
    const events = await recordEvents(first).finished;
    expect(calls).toBe(12);

    const silent: ModelLike = () => {
      throw new Error('asked again');
    };
    const second = createRun(racing(silent), null, { ...options, executor: replaying(journal) });
    expect(await recordEvents(second).finished).toEqual(events);
    expect(await second.result).toEqual(await first.result);
  });
});

import { memoryStore, type RunStore } from '@rlm/journal';
import type { ModelFunction } from '@rlm/kernel/model';
import { quickjs } from '@rlm/sandbox/quickjs';
import { describe, expect, it } from 'vitest';

import { runRlm, type RlmEvent } from '../../src/index.js';
import { cell } from '../support/cell.js';

/** Real work that is known to have taken a while, measured by the clock that journals use. */
async function aWhile(): Promise<void> {
  const begun = Date.now();
  while (Date.now() < begun + 40) await new Promise((resolve) => setTimeout(resolve, 5));
}

const replies = [cell('print(await llm_query("a"))'), cell('print(2)'), cell('FINAL(3)')];
const atStep = (from: number): ModelFunction => {
  let at = from;
  return async () => {
    await aWhile();
    return replies[at++] ?? 'FINAL(none)';
  };
};
const subModel: ModelFunction = async () => {
  await aWhile();
  return 'sub';
};
/** Answers at once: whoever is given this again cannot have taken it from a clock. */
const silent: ModelFunction = () => {
  throw new Error('the model was asked');
};

interface Play {
  readonly model: ModelFunction;
  readonly isNew?: boolean;
  readonly isReadOnly?: boolean;
  readonly abortAt?: number;
}

async function play(store: RunStore, { model, isNew = false, isReadOnly = false, abortAt }: Play) {
  const journal = isNew
    ? await store.create({ runId: 'work' })
    : await store.open('work', { readOnly: isReadOnly });
  const options = {
    model: [model, subModel] as const,
    sandbox: quickjs(),
    query: 'q',
    policies: [],
  };
  const run = runRlm({ ...options, journal });
  const events: RlmEvent[] = [];
  for await (const event of run) {
    events.push(event);
    if (event.type === 'step-end' && event.step === abortAt) run.abort('enough');
  }
  return { result: await run.result, times: timesOf(events) };
}

/** The durations that events tell, by type and step. */
function timesOf(events: readonly RlmEvent[]): Readonly<Record<string, number>> {
  return Object.fromEntries(
    events.flatMap((event): [string, number][] => {
      const name = `${event.type} ${event.step}`;
      if (event.type === 'code-end') return [[name, event.result.executionTimeMs]];
      return 'durationMs' in event ? [[name, event.durationMs]] : [];
    }),
  );
}

describe('the times of a run that is kept', () => {
  it.each([false, true])('are those of then, with readOnly: %s', async (isReadOnly) => {
    const store = memoryStore();
    const first = await play(store, { model: atStep(0), isNew: true });
    const again = await play(store, { model: silent, isReadOnly });
    expect(again.result.answer).toBe('3');
    expect(again.result.durationMs).toBe(first.result.durationMs);
    expect(again.result).not.toHaveProperty('resumed');
    expect(Object.keys(again.times)).toEqual(Object.keys(first.times));
    // Each is what lay between the lines of the journal, and the whole is what the parts sum up to.
    for (const slow of ['model-end 1', 'model-end 2', 'query-end 1', 'code-end 1', 'step-end 1']) {
      expect([slow, again.times[slow]]).toEqual([slow, expect.toSatisfy(isSlow)]);
    }
    const third = await play(store, { model: silent, isReadOnly: true });
    expect(third.times).toEqual(again.times);
    expect(third.result.durationMs).toBe(first.result.durationMs);
    expect(third.result.steps.map((step) => step.executionTimeMs)).toEqual(
      again.result.steps.map((step) => step.executionTimeMs),
    );
  });

  it('are the sum over its lives if it was resumed, and the result says how often', async () => {
    const store = memoryStore();
    const first = await play(store, { model: atStep(0), isNew: true, abortAt: 1 });
    expect(first.result).toMatchObject({ finishReason: 'aborted' });
    expect(first.result).not.toHaveProperty('resumed');
    const second = await play(store, { model: atStep(1) });
    expect(second.result).toMatchObject({ answer: '3', resumed: 1 });
    const slow = second.times['model-end 2'] ?? 0;
    expect(second.result.durationMs).toBeGreaterThanOrEqual(first.times['step-end 1'] ?? Infinity);
    expect(second.times['model-end 1']).toSatisfy(isSlow);
    expect(second.result.durationMs).toBeGreaterThanOrEqual(
      slow + (second.times['step-end 1'] ?? 0),
    );
    const shown = await play(store, { model: silent, isReadOnly: true });
    expect(shown.result).toMatchObject({ resumed: 1, durationMs: second.result.durationMs });
    expect(JSON.parse(JSON.stringify(shown.result))).toMatchObject({ resumed: 1 });
  });
});

function isSlow(ms: number): boolean {
  return ms >= 30;
}

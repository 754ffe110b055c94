import { createRun } from '@rlm/kernel';
import { describe, expect, it } from 'vitest';

import type { RlmEventBody } from '../../src/index.js';
import { createPlan } from '../../src/plan/create-plan.js';
import { rlmProtocol } from '../../src/protocol/rlm-protocol.js';
import type { RlmContext } from '../../src/run/events.js';
import type { RlmState } from '../../src/run/state.js';
import { openSessionHost } from '../../src/session/session-host.js';
import { cell } from '../support/cell.js';
import { quickjs } from '@rlm/sandbox/quickjs';

/** What the step of a run emits and changes of its state, in order. */
async function logOfStep(model: () => string): Promise<readonly string[]> {
  const log: string[] = [];
  const watchedState = (state: RlmState): RlmState =>
    new Proxy(state, {
      set(target, key, value) {
        log.push(`set ${String(key)}`);
        return Reflect.set(target, key, value);
      },
    });
  const watchedContext = (context: RlmContext): RlmContext =>
    Object.create(context, {
      emit: {
        value(event: RlmEventBody) {
          log.push(event.type);
          context.emit(event);
        },
      },
    }) as RlmContext;
  const watched: typeof rlmProtocol = {
    ...rlmProtocol,
    step: (state, context) => rlmProtocol.step(watchedState(state), watchedContext(context)),
  };
  const options = { model, sandbox: quickjs(), query: 'q', maxSteps: 1, wrapUp: false } as const;
  const plan = createPlan(options, () => expect.unreachable('no child run is started'));
  const input = { plan, openHost: openSessionHost };
  await createRun(watched, input, { maxSteps: 1 }).result;
  return log;
}

describe('a step', () => {
  it('changes the state at once, when all of its stages have returned', async () => {
    const log = await logOfStep(() =>
      cell('var one = 1;\nthrow new Error("two");\nvar three = 3;'),
    );
    const end = log.indexOf('code-end');
    const isSet = (entry: string): boolean => entry.startsWith('set ');
    expect(log.slice(0, end).filter(isSet)).toEqual([]);
    expect(log.slice(end + 1, log.indexOf('budget')).sort()).toEqual(
      ['codeReply', 'history', 'transcript', 'variables'].map((key) => `set ${key}`),
    );
  });

  it('changes nothing if its model fails', async () => {
    const log = await logOfStep(() => {
      throw new Error('no model');
    });
    expect(log.filter((entry) => entry.startsWith('set '))).toEqual([]);
  });
});

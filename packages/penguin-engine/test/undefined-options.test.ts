import { scriptedModel } from '@rlm/kernel/testing';
import { describe, expect, it } from 'vitest';

import {
  parseActions,
  runResponse,
  runTask,
  stripActions,
  type TaskOptions,
} from '../src/index.js';
import { approve, createTask, reject, transition } from '../src/task/index.js';

/** Each option of `runTask`, without a value: a new option does not compile until it is here. */
const unset: Record<Exclude<keyof TaskOptions, 'model' | 'prompt'>, undefined> = {
  abortSignal: undefined,
  approve: undefined,
  budget: undefined,
  clock: undefined,
  confidence: undefined,
  contextWindow: undefined,
  events: undefined,
  executor: undefined,
  guard: undefined,
  journal: undefined,
  limits: undefined,
  maxActionsPerStep: undefined,
  maxContinuations: undefined,
  maxDepth: undefined,
  maxSteps: undefined,
  messages: undefined,
  nativeTools: undefined,
  onSuspectedInjection: undefined,
  parent: undefined,
  policies: undefined,
  policyRegistry: undefined,
  prices: undefined,
  profile: undefined,
  promptCache: undefined,
  retry: undefined,
  review: undefined,
  reward: undefined,
  runId: undefined,
  seed: undefined,
  settings: undefined,
  shouldStop: undefined,
  stepTimeoutMs: undefined,
  system: undefined,
  task: undefined,
  telemetry: undefined,
  throwOnFailure: undefined,
  throwOnLimit: undefined,
  tools: undefined,
};
const { task: _t, review: _r, ...unsetResponse } = unset;

const input = {
  id: undefined,
  name: undefined,
  status: undefined,
  progress: undefined,
  history: undefined,
  context: undefined,
} satisfies TaskOptions['task'];
const done = '<finish_task>{"summary":"ok","status":"done"}</finish_task>';
const pending = transition(
  transition(createTask({ id: 'a', name: 'b' }), 'running'),
  'pending_review',
);

describe('options that are undefined are as absent', () => {
  const cases: Readonly<
    Record<string, (model: ReturnType<typeof scriptedModel>, isUnset: boolean) => unknown>
  > = {
    runTask: async (model, isUnset) => {
      const options = { model, prompt: 'Go' };
      const run = isUnset ? runTask({ ...options, ...unset }) : runTask(options);
      const { runId: _, durationMs: _ms, task, ...result } = await run.result;
      return { ...result, task: { ...task, id: '' } };
    },
    'the task of runTask': async (model, isUnset) => {
      const run = runTask({ model, prompt: 'Go', runId: 'one', task: isUnset ? input : {} });
      return (await run.result).task;
    },
    runResponse: async (model, isUnset) => {
      const options = { model, prompt: 'Go' };
      const run = runResponse(isUnset ? { ...options, ...unsetResponse } : options);
      const { runId: _, durationMs: _ms, ...result } = await run.result;
      return result;
    },
    createTask: (_, isUnset) =>
      createTask({
        ...{ id: 'a', name: 'b' },
        ...(isUnset ? { status: undefined, progress: undefined } : {}),
      }),
    approve: (_, isUnset) => (isUnset ? approve(pending, undefined) : approve(pending)),
    reject: (_, isUnset) =>
      reject(pending, 'Why not', isUnset ? { reviewer: undefined, to: undefined } : {}),
    parseActions: (_, isUnset) =>
      parseActions(done, {
        names: ['finish_task'],
        ...(isUnset ? { profile: undefined } : {}),
      }),
    stripActions: (_, isUnset) =>
      stripActions(done, {
        names: ['finish_task'],
        ...(isUnset ? { profile: undefined, part: undefined } : {}),
      }),
  };

  it.each(Object.entries(cases))('%s', async (_, play) => {
    const [one, other] = [scriptedModel([done]), scriptedModel([done])];
    const absent = await play(one, false);
    expect(await play(other, true)).toEqual(absent);
    expect(other.calls.map(({ messages }) => messages)).toEqual(
      one.calls.map(({ messages }) => messages),
    );
  });
});

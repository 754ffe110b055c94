import { testHooks, type Hook } from '@rlm/config/hooks-suite';

import { createBudget, createRun, type CreateRunOptions, type Effect } from '../src/index.js';
import { callModel, type ModelLike } from '../src/model/index.js';
import { actionResult, countingProtocol } from './helpers.js';

type Parts = Parameters<typeof countingProtocol>[1];
type Options = CreateRunOptions<string, unknown, number>;

/** A run of one step, with parts of its protocol and options that are hooks. */
const run = (parts: Parts, options: Options = {}): unknown =>
  createRun(
    countingProtocol(() => Promise.resolve('continue'), parts),
    null,
    {
      ...{ maxSteps: 1, graceMs: 1 },
      ...options,
    },
  );

/** A run whose step asks for an effect. */
const effect = (parts: Partial<Effect<unknown>>, options?: Options): unknown =>
  run(
    {
      async step(state, { effects }) {
        await effects.run({
          kind: 'mine',
          input: null,
          perform: () => Promise.resolve(1),
          ...parts,
        });
        return { type: 'final', state, result: actionResult(), answer: 'ok' };
      },
    },
    options,
  );

const streaming = async function* (): AsyncGenerator<string> {
  yield await Promise.resolve('some text');
};

/** A run whose step calls a model. */
const call = (
  model: ModelLike,
  options?: Parameters<typeof callModel>[3],
  ofRun?: Options,
): unknown =>
  run(
    {
      async step(state, context) {
        const request = { purpose: 'root', messages: [] } as const;
        const { text } = await callModel(model, request, context, options);
        return { type: 'final', state, result: actionResult(), answer: text };
      },
    },
    ofRun,
  );

const languageModel = (hook: Hook): ModelLike => ({
  ...{ specificationVersion: 'v2', provider: 'p', modelId: 'm', doGenerate: hook, doStream: hook },
});

const busy = (): never => {
  throw Object.assign(new Error('busy'), { isRetryable: true });
};

const clock = { now: () => 0, sleep: () => Promise.resolve() };
const policy = {
  ...{ name: 'mine', description: 'mine', reset: () => undefined },
  shouldTerminate: () => ({ terminate: false }) as const,
};

/** A run under a budget that lies in a store of which a method is a hook. */
const budgeted = (method: 'read' | 'write', hook: Hook): unknown => {
  const records = {
    ...{ pid: 1, host: 'here', isGone: () => false },
    ...{ read: () => Promise.resolve(undefined), write: () => Promise.resolve(true) },
    [method]: hook,
  };
  const budget = createBudget({ maxTokens: 1_000_000, id: 'team', store: { records } });
  return call(streaming, {}, { budget });
};

testHooks({
  abortable: {
    'Protocol.open': (open, abortSignal) => run({ open }, { abortSignal }),
    'Protocol.step': (step, abortSignal) => run({ step }, { abortSignal }),
    'Protocol.wrapUp': (wrapUp, abortSignal) => run({ wrapUp }, { abortSignal }),
    'Effect.perform': (perform, abortSignal) => effect({ perform }, { abortSignal }),
    'EffectExecutor.execute': (execute, abortSignal) =>
      effect({}, { abortSignal, executor: { execute } }),
    'callModel(model)': (model, abortSignal) => call(model, {}, { abortSignal }),
    'a model of the AI SDK': (hook, abortSignal) => call(languageModel(hook), {}, { abortSignal }),
  },
  awaited: {
    'Protocol.close': (close) => run({ close }),
    'BudgetRecords.read': (hook) => budgeted('read', hook),
    'BudgetRecords.write': (hook) => budgeted('write', hook),
  },
  immediate: {
    'CreateRunOptions.policies': (hook) => run({}, { policies: [hook] }),
    'TerminationPolicy.beforeStep': (beforeStep) =>
      run({}, { policies: [{ ...policy, beforeStep }] }),
    'TerminationPolicy.shouldTerminate': (shouldTerminate) =>
      run({}, { policies: [{ ...policy, shouldTerminate }] }),
    'CreateRunOptions.confidence': (confidence) => run({}, { confidence }),
    'CreateRunOptions.toResult': (toResult) => run({}, { toResult }),
    'RewardPolicy.calculate': (calculate) =>
      run({}, { reward: { name: 'mine', description: 'mine', calculate } }),
    'Clock.now': (now) => run({}, { clock: { ...clock, now } }),
    'Effect.costOf': (costOf) => effect({ costOf }),
    'RetryOptions.isRetryable': (isRetryable) =>
      effect({ perform: busy }, { retry: { isRetryable } }),
    'RetryOptions.random': (random) => effect({ perform: busy }, { retry: { random } }),
  },
  told: {
    'CallModelOptions.onText': (onText) => call(streaming, { onText }),
  },
});

import { scriptedModel } from '@rlm/kernel/testing';
import { scripted } from '@rlm/sandbox/scripted';
import { describe, expect, it } from 'vitest';

import {
  asLanguageModel,
  createRlm,
  runMany,
  runRlm,
  type LanguageModelOptions,
  type RlmLimits,
  type RlmRequest,
  type RlmResult,
  type RunManyOptions,
  type RunRlmOptions,
} from '../src/index.js';
import { cell } from './support/cell.js';

/** Each name of some options, without a value: a new option does not compile until it is here. */
type Unset<Options, Given extends keyof Options = never> = Record<
  Exclude<keyof Options, Given>,
  undefined
>;
type Given = 'model' | 'sandbox' | 'query' | 'context' | 'contexts';

const unset: Unset<RunRlmOptions, Given> = {
  abortSignal: undefined,
  approve: undefined,
  budget: undefined,
  cache: undefined,
  clock: undefined,
  compaction: undefined,
  confidence: undefined,
  contextDescription: undefined,
  coverage: undefined,
  diagnostics: undefined,
  dialects: undefined,
  executor: undefined,
  fenceStop: undefined,
  includeVariables: undefined,
  instructions: undefined,
  journal: undefined,
  limits: undefined,
  maxDepth: undefined,
  maxSteps: undefined,
  messages: undefined,
  minSteps: undefined,
  models: undefined,
  policies: undefined,
  policyRegistry: undefined,
  preflight: undefined,
  prices: undefined,
  prompt: undefined,
  promptCache: undefined,
  rejectEmptyFinal: undefined,
  requireExecution: undefined,
  requireIsolation: undefined,
  retry: undefined,
  reward: undefined,
  runId: undefined,
  sandboxLimits: undefined,
  schema: undefined,
  schemas: undefined,
  seed: undefined,
  settings: undefined,
  snapshots: undefined,
  stepTimeoutMs: undefined,
  subModel: undefined,
  telemetry: undefined,
  tenant: undefined,
  throwOnFailure: undefined,
  throwOnLimit: undefined,
  tools: undefined,
  wrapUp: undefined,
};
const unsetLimits: Unset<RlmLimits> = {
  callTimeoutMs: undefined,
  maxCalls: undefined,
  maxConcurrentQueries: undefined,
  maxConcurrentRuns: undefined,
  maxConsecutiveErrors: undefined,
  maxCostUsd: undefined,
  maxOutputChars: undefined,
  maxOutputTokens: undefined,
  maxReplyChars: undefined,
  maxSubQueries: undefined,
  maxTokens: undefined,
  timeoutMs: undefined,
};
const { journal: _j, runId: _r, throwOnFailure: _f, throwOnLimit: _l, ...ofMany } = unset;
const unsetOfMany: Unset<RunManyOptions, Exclude<Given, 'query'>> = {
  ...ofMany,
  concurrency: undefined,
  store: undefined,
};
const unsetRequest: Unset<RlmRequest> = {
  abortSignal: undefined,
  maxSteps: undefined,
  runId: undefined,
};
const unsetModel: Unset<LanguageModelOptions> = {
  modelId: undefined,
  specificationVersion: undefined,
};
const { seed: _s, abortSignal: _a, snapshots: _n, messages: _m, ...ofSession } = ofMany;

/** What a result says, but for its ids and times. */
function shown(result: RlmResult): unknown {
  const { answer, value, source, finishReason, stop, usage, calls, diagnostics, steps } = result;
  const { length } = steps;
  return { answer, value, source, finishReason, stop, usage, calls, diagnostics, length };
}

/** What a run gives, and what its model was sent. */
const base = (): { model: ReturnType<typeof scriptedModel> } & Pick<
  RunRlmOptions,
  'sandbox' | 'context'
> => ({
  model: scriptedModel([cell('x'), 'FINAL(done)']),
  sandbox: scripted([{ stdout: 'seen' }]),
  context: 'The text.',
});

describe('options that are undefined are as absent', () => {
  const query = 'What does it say?';
  const cases: Readonly<
    Record<string, (own: ReturnType<typeof base>, isUnset: boolean) => Promise<unknown>>
  > = {
    runRlm: async (own, isUnset) =>
      shown(await runRlm({ ...own, query, ...(isUnset ? unset : {}) }).result),
    'limits of runRlm': async (own, isUnset) =>
      shown(await runRlm({ ...own, query, limits: isUnset ? unsetLimits : {} }).result),
    'compaction of runRlm': async (own, isUnset) => {
      const all = { maxChars: undefined, keepTurns: undefined, policy: undefined };
      return shown(await runRlm({ ...own, query, compaction: isUnset ? all : {} }).result);
    },
    runMany: async (own, isUnset) =>
      (
        await runMany([{ id: 'one', query }], { ...own, ...(isUnset ? unsetOfMany : {}) }).result
      ).map(({ result, error }) => [error, result?.answer, result?.usage]),
    createRlm: async (own, isUnset) => {
      await using rlm = createRlm({ ...own, ...(isUnset ? ofSession : {}) });
      return shown(await rlm.run(query, isUnset ? unsetRequest : {}).result);
    },
    asLanguageModel: (own, isUnset) => {
      const { modelId, provider, specificationVersion } = asLanguageModel(
        createRlm(own),
        isUnset ? unsetModel : {},
      );
      return Promise.resolve([modelId, provider, specificationVersion]);
    },
  };

  it.each(Object.entries(cases))('%s', async (_, play) => {
    const [one, other] = [base(), base()];
    const absent = await play(one, false);
    expect(await play(other, true)).toEqual(absent);
    expect(other.model.calls.map(({ messages }) => messages)).toEqual(
      one.model.calls.map(({ messages }) => messages),
    );
  });
});

import {
  actionResult,
  allOf,
  createPolicyRegistry,
  definePolicy,
  defineTermination,
  not,
  policyContext,
  type TerminationPolicy,
} from '@rlm/policies';
import { fromStopCondition, toStopCondition } from '@rlm/policies/ai-sdk';
import { llm } from '@rlm/policies/compaction';
import { defineReward, rewardBy, valueStep } from '@rlm/policies/reward';

import { response, rlm } from './runs.js';
import type { Hook, Row, Rows } from './row.js';

const ours = 'the packages make it, and give it to the caller';
const unused = 'kept for the caller alone: no package calls it';

/** A policy in which one method is a hook. */
const policy = (parts: object): TerminationPolicy => ({
  name: 'mine',
  description: 'mine',
  shouldTerminate: () => ({ terminate: false }),
  reset: () => undefined,
  ...parts,
});

/** A run with a policy, in which one method goes wrong. */
const inPolicy = (method: string, run: (mine: TerminationPolicy) => unknown = inResponse): Row => ({
  answer: 'now',
  run: (hook) => run(policy({ [method]: hook })),
});

const inResponse = (mine: TerminationPolicy): unknown => response({ policies: [mine] });

const defined = (method: string): Row => ({
  answer: 'now',
  run: (hook) =>
    (method === 'reviewAnswer' ? rlm : response)({
      policies: [
        defineTermination({
          name: 'mine',
          description: 'mine',
          defaults: {},
          start: () => ({ shouldTerminate: () => ({ terminate: false }), [method]: hook }),
        }),
      ],
    }),
});

const reward = (parts: object): unknown =>
  valueStep(
    defineReward({
      name: 'mine',
      description: 'mine',
      weights: { one: 1 },
      parts: () => ({ one: 1 }),
      ...parts,
    })(),
    actionResult(),
    policyContext(),
  );

const registry = (parts: object): unknown =>
  response({
    policyRegistry: { getTermination: () => policy({}), ...parts },
    policies: ['mine' as 'max_steps'],
    ...('getReward' in parts ? { reward: 'mine' as 'strict' } : {}),
  });

const loop = { steps: [{ text: 'x', toolCalls: [], toolResults: [] }] };
const stopping = policy({
  shouldTerminate: () => ({ terminate: true, answer: null, code: 'c', reason: 'r' }),
});

/** The hooks of `@rlm/policies`. */
export const policyRows: Rows = {
  'ActionPolicy.rank': unused,
  'ActionPolicy.reset': unused,
  'ActionPolicy.select': unused,
  'ActionPolicy.update': unused,
  'CompactionPolicy.reset': unused,
  'CompactionPolicy.shouldCompact': unused,
  'WalletGuard.observe': ours,
  'allOf(conditions)[]': {
    answer: 'now',
    run: (hook: Hook) => response({ policies: [allOf(hook)] }),
  },
  'allOf(conditions)[][]': {
    answer: 'now',
    run: (hook) => response({ policies: [allOf([hook])] }),
  },
  'CompositeOptions.policies[]': {
    answer: 'now',
    run: (hook) => response({ policies: [{ name: 'composite', config: { policies: [hook] } }] }),
  },
  'not(condition)': { answer: 'now', run: (hook) => response({ policies: [not(hook)] }) },
  'fromStopCondition(condition)': {
    answer: 'now',
    run: (hook) => response({ policies: [fromStopCondition(hook)] }),
  },
  'StopConditionOptions.now': {
    answer: 'now',
    run: (hook) => toStopCondition(policy({}), { now: hook })(loop),
  },
  'StopConditionOptions.onStop': {
    answer: 'told',
    run: (hook) => toStopCondition(stopping, { onStop: hook })(loop),
  },
  'LlmCompactionOptions.summarise': {
    answer: 'late',
    run: (hook) =>
      rlm({
        model: () => '```repl\nx\n```',
        maxSteps: 8,
        compaction: {
          maxChars: 1,
          keepTurns: 1,
          policy: llm({ preserveLastN: 0, summarise: hook }),
        },
        sandboxLimits: {},
        minSteps: 7,
      }),
    seen: { 'gives a promise': /summarise/ },
  },
  'PolicyDefinition.create': {
    answer: 'now',
    run: (hook) =>
      definePolicy({ name: 'mine', description: 'mine', defaults: {}, create: hook })().description,
  },
  'PolicyFamily.policies[]': {
    answer: 'now',
    run: (hook: Hook) =>
      createPolicyRegistry({
        families: [
          {
            kind: 'reward',
            policies: [Object.assign(() => hook(), { policyName: 'mine' })] as never,
          },
        ],
      }).getReward('mine'),
    seen: { 'gives an object with a getter that throws': /method calculate\(\), got none/ },
  },
  'PolicyRegistryOptions.onDiagnostic': {
    answer: 'told',
    run(hook) {
      const own = createPolicyRegistry({ onDiagnostic: hook });
      own.registerTermination('max_steps', () => policy({}));
      return own.list().length;
    },
  },
  'PolicyNames.getReward': {
    answer: 'now',
    run: (hook) => registry({ getReward: hook }),
    seen: { 'gives an object with a getter that throws': /reward/ },
  },
  'PolicyNames.getTermination': {
    answer: 'now',
    run: (hook) => registry({ getTermination: hook }),
    seen: { 'gives an object with a getter that throws': /shouldTerminate/ },
  },
  'PolicyNames.list': {
    answer: 'now',
    run: (hook) => registry({ list: hook }),
    seen: { 'gives an object with a getter that throws': /filter/ },
  },
  'PolicyOptions.confidence': { answer: 'now', run: (hook) => response({ confidence: hook }) },
  'PolicyOptions.policies[]': { answer: 'now', run: (hook) => response({ policies: [hook] }) },
  'PolicyOptions.reward': {
    answer: 'now',
    run: (hook: Hook) => response({ reward: () => hook() }),
  },
  'RewardDefinition.explain': {
    answer: 'now',
    run: (hook) => reward({ explain: hook }),
    seen: { 'gives an object with a getter that throws': /Getter/ },
  },
  'RewardDefinition.parts': { answer: 'now', run: (hook) => reward({ parts: hook }) },
  'RewardPolicy.calculate': {
    answer: 'now',
    run: (hook) => response({ reward: { name: 'mine', description: 'mine', calculate: hook } }),
    seen: { 'gives an object with a getter that throws': /got the value undefined/ },
  },
  'rewardBy(worth)': {
    answer: 'now',
    run: (hook) => response({ reward: rewardBy(hook, 'mine') }),
  },
  'TerminationBehaviour.beforeStep': defined('beforeStep'),
  'TerminationBehaviour.reviewAnswer': defined('reviewAnswer'),
  'TerminationBehaviour.shouldTerminate': defined('shouldTerminate'),
  'TerminationDefinition.needs': {
    answer: 'now',
    run: (hook) =>
      defineTermination({
        name: 'mine',
        description: 'mine',
        defaults: {},
        needs: hook,
        start: () => () => ({ terminate: false }),
      })(),
  },
  'TerminationDefinition.start': {
    answer: 'now',
    run: (hook) =>
      response({
        policies: [
          defineTermination({ name: 'mine', description: 'mine', defaults: {}, start: hook }),
        ],
      }),
    seen: { 'gives an object with a getter that throws': /shouldTerminate/ },
  },
  'TerminationDefinition.start()': {
    answer: 'now',
    run: (hook) =>
      response({
        policies: [
          defineTermination({ name: 'mine', description: 'mine', defaults: {}, start: () => hook }),
        ],
      }),
  },
  'TerminationPolicy.beforeStep': inPolicy('beforeStep'),
  'TerminationPolicy.reset': {
    ...inPolicy('reset'),
    seen: { 'gives an object with a getter that throws': /final|completed/ },
  },
  'TerminationPolicy.reviewAnswer': inPolicy('reviewAnswer', (mine) => rlm({ policies: [mine] })),
  'TerminationPolicy.shouldTerminate': inPolicy('shouldTerminate'),
};

import type { StandardSchema } from '@rlm/kernel';
import {
  clockRule,
  budgetRule,
  executorRule,
  journalRule,
  modelRule,
  policyRules,
  pricesRule,
  retryRule,
  schemaRule,
  toolsRule,
  replyCapRule,
} from '@rlm/kernel/internal';
import type { PolicyNames } from '@rlm/policies';
import {
  fields,
  listOf,
  oneOf,
  positiveNumber,
  required,
  rule,
  someText,
  text,
  trueOrFalse,
  wholeNumber,
  type OptionRule,
} from '@rlm/repl-types/options';
import {
  abortSignal,
  advised,
  bound,
  callable,
  numberFrom,
  type OptionRules,
  type OtherNames,
  recordOf,
  withMethods,
} from '@rlm/repl-types/internal';
import { sandboxLimitsRule } from '@rlm/sandbox/internal';

import { contextRule, contextsRule } from '../context/context-rules.js';
import { dialectsRule } from './dialects.js';
import type { RlmLimits } from './limits.js';
import type { RlmOptions, RunRlmOptions } from './run-options.js';
import { compactionRule, promptRule, telemetryRule } from './setting-rules.js';

type AnySchema = StandardSchema | undefined;

/** What other interfaces call these options. */
const otherNames: OtherNames = {
  question: 'query',
  maxIterations: 'maxSteps',
  maxTurns: 'maxSteps',
  system: 'instructions',
  stopWhen: 'policies',
  maxRetries: 'retry.attempts',
};

/** What belongs to a question, where an RLM is made for several. */
const namesOfRequests: OtherNames = {
  ...otherNames,
  query: 'run(query)',
  question: 'run(query)',
  runId: 'run(query, { runId })',
  abortSignal: 'run(query, { abortSignal })',
  journal: 'runRlm: a session of several questions cannot be resumed',
};

/** The rule for the question of a run. */
export const queryRule: OptionRule = /* @__PURE__ */ required(
  /* @__PURE__ */ rule('a question', (value) => typeof value === 'string' && value.trim() !== ''),
);

/** One model, or one a depth: the path of the one that is wrong is named. */
const modelChoiceRule = (): OptionRule => ({
  expected: modelRule.expected,
  find: (value, option) =>
    (Array.isArray(value) ? listOf(modelRule, 1) : modelRule).find(value, option),
});

const sandboxRule = (): OptionRule =>
  advised(withMethods('a backend such as quickjs() or pyodide()', ['open']), (value) =>
    typeof value === 'function' ? 'call it, and give what it returns' : undefined,
  );

const limitsRule = (): OptionRule =>
  fields<RlmLimits>({
    maxSubQueries: bound(),
    maxTokens: bound(1),
    maxCostUsd: numberFrom(0),
    maxOutputTokens: replyCapRule(),
    maxCalls: bound(),
    timeoutMs: positiveNumber,
    maxConsecutiveErrors: bound(1),
    maxOutputChars: bound(),
    maxReplyChars: bound(1),
    maxConcurrentQueries: bound(1),
    maxConcurrentRuns: bound(1),
    callTimeoutMs: positiveNumber,
  });

const rlmRules = (registry: PolicyNames | undefined): OptionRules<RlmOptions<AnySchema>> => ({
  model: required(modelChoiceRule()),
  subModel: modelChoiceRule(),
  models: recordOf(modelRule),
  sandbox: required(sandboxRule()),
  preflight: trueOrFalse,
  sandboxLimits: sandboxLimitsRule(),
  context: contextRule,
  contexts: contextsRule(),
  contextDescription: text,
  maxSteps: wholeNumber(),
  maxDepth: wholeNumber(),
  limits: limitsRule(),
  budget: budgetRule,
  schema: schemaRule,
  schemas: recordOf(schemaRule),
  tools: toolsRule(),
  approve: callable,
  ...policyRules(registry),
  dialects: dialectsRule,
  instructions: text,
  prompt: promptRule(),
  fenceStop: trueOrFalse,
  minSteps: wholeNumber(),
  requireExecution: trueOrFalse,
  rejectEmptyFinal: trueOrFalse,
  wrapUp: trueOrFalse,
  throwOnLimit: trueOrFalse,
  throwOnFailure: trueOrFalse,
  prices: pricesRule,
  cache: withMethods('a storage with getItem() and setItem()', ['getItem', 'setItem']),
  compaction: compactionRule(),
  telemetry: telemetryRule(),
  coverage: trueOrFalse,
  includeVariables: trueOrFalse,
  retry: retryRule(),
  executor: executorRule,
  clock: clockRule,
});

/** The options of `createRlm`, and of `asLanguageModel`. */
export const rlmOptionsRule = (registry: PolicyNames | undefined): OptionRule =>
  required(fields<RlmOptions<AnySchema>>(rlmRules(registry), namesOfRequests));

/** The options of `runRlm`. */
export const runOptionsRule = (registry: PolicyNames | undefined): OptionRule =>
  required(
    fields<RunRlmOptions<AnySchema>>(
      {
        query: queryRule,
        ...rlmRules(registry),
        runId: someText,
        abortSignal,
        journal: journalRule,
        images: oneOf('auto', 'none'),
      },
      otherNames,
    ),
  );

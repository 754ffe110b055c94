import type { StandardSchema } from '@rlm/kernel';
import {
  diagnosticsRule,
  loopLimitRules,
  loopRules,
  modelRule,
  oneRunRules,
  schemaRule,
  toolsRule,
} from '@rlm/kernel/internal';
import type { PolicyNames } from '@rlm/policies';
import {
  fields,
  listOf,
  oneOf,
  required,
  rule,
  text,
  trueOrFalse,
  wholeNumber,
  type OptionRule,
} from '@rlm/repl-types/options';
import {
  advised,
  bound,
  isRecord,
  type OptionRules,
  type OtherNames,
  recordOf,
  withMethods,
} from '@rlm/repl-types/internal';
import { isolationRule, sandboxLimitsRule } from '@rlm/sandbox/internal';

import { contextRule, contextsRule } from '../context/context-rules.js';
import { dialectsRule } from './dialects.js';
import { hints, otherNames } from './foreign-options.js';
import type { RlmLimits } from './limits.js';
import type { RlmOptions, RunRlmOptions } from './run-options.js';
import { compactionRule, promptRule } from './setting-rules.js';

type AnySchema = StandardSchema | undefined;

/** Options of a question, which an RLM for several questions refuses. */
const namesOfRequests: OtherNames = {
  ...otherNames,
  query: 'run(query)',
  question: 'run(query)',
  runId: 'run(query, { runId })',
  abortSignal: 'run(query, { abortSignal })',
  seed: 'run(query, { runId })',
};

const hintsOfRequests: Readonly<Record<string, string>> = {
  ...hints,
  journal: 'Use runRlm: a session of several questions cannot be resumed.',
  messages: 'Use runRlm: a session has the earlier questions in its variable `history`.',
};

/** The rule for the question of a run. */
export const queryRule: OptionRule = required(
  rule('a question', (value) => typeof value === 'string' && value.trim() !== ''),
);

/** The rule for the messages of a chat, which are read one by one later, each once. */
const messagesRule: OptionRule = rule('a list of messages', Array.isArray);

/** With messages, there is no other question. */
const noQuery: OptionRule = {
  expected: 'omitted with messages',
  find: (_, option) => ({
    option,
    message:
      'Expected query or messages, got both. The last one of the user in messages is the question.',
  }),
};

/** One model, or one a depth: the path of the one that is wrong is named. */
const modelChoiceRule = (): OptionRule => ({
  expected: modelRule.expected,
  find: (value, option) =>
    (Array.isArray(value) ? listOf(modelRule, 1) : modelRule).find(value, option),
});

const sandboxRule = (): OptionRule =>
  advised(withMethods('a backend such as quickjs() or pyodide()', ['open']), (value) => {
    if (typeof value === 'function') return 'Call it, and pass what it returns.';
    return isRecord(value) && 'execute' in value ? 'Pass the backend, not its session.' : undefined;
  });

const limitsRule = (): OptionRule =>
  fields<RlmLimits>({
    ...loopLimitRules(),
    maxConsecutiveErrors: bound(1),
    maxConcurrentQueries: bound(1),
    maxConcurrentRuns: bound(1),
  });

const rlmRules = (registry: PolicyNames | undefined): OptionRules<RlmOptions<AnySchema>> => ({
  ...loopRules(registry),
  model: required(modelChoiceRule()),
  subModel: modelChoiceRule(),
  models: recordOf(modelRule),
  sandbox: sandboxRule(),
  preflight: trueOrFalse,
  sandboxLimits: sandboxLimitsRule,
  requireIsolation: isolationRule,
  tenant: text,
  context: contextRule,
  contexts: contextsRule(),
  contextDescription: text,
  diagnostics: diagnosticsRule(),
  limits: limitsRule(),
  schema: schemaRule,
  schemas: recordOf(schemaRule),
  tools: toolsRule(),
  dialects: dialectsRule,
  instructions: text,
  prompt: promptRule(),
  fenceStop: trueOrFalse,
  minSteps: wholeNumber(),
  requireExecution: trueOrFalse,
  rejectEmptyFinal: trueOrFalse,
  wrapUp: trueOrFalse,
  cache: withMethods('a storage with getItem() and setItem()', ['getItem', 'setItem']),
  compaction: compactionRule(),
  coverage: trueOrFalse,
  includeVariables: trueOrFalse,
});

/** The options of `createRlm`, and of `asLanguageModel`. */
export const rlmOptionsRule = (registry: PolicyNames | undefined): OptionRule =>
  required(fields<RlmOptions<AnySchema>>(rlmRules(registry), namesOfRequests, hintsOfRequests));

/** The options of `runRlm`, with messages or a query. */
export const runOptionsRule = (
  registry: PolicyNames | undefined,
  hasMessages: boolean,
): OptionRule =>
  required(
    fields<RunRlmOptions<AnySchema>>(
      {
        query: hasMessages ? noQuery : queryRule,
        messages: messagesRule,
        ...rlmRules(registry),
        ...oneRunRules(),
        snapshots: oneOf('auto', 'none'),
      },
      otherNames,
      hints,
    ),
  );

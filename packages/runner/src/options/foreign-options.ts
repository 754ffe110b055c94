import { foreignOptions, settingNames } from '@rlm/kernel/internal';
import type { OtherNames } from '@rlm/repl-types/internal';

/** What other interfaces call options of ours. */
export const otherNames: OtherNames = Object.freeze({
  ...settingNames,
  question: 'query',
  rootPrompt: 'query',
  maxIterations: 'maxSteps',
  maxIters: 'maxSteps',
  maxTurns: 'maxSteps',
  maxBudget: 'limits.maxCostUsd',
  maxErrors: 'limits.maxConsecutiveErrors',
  maxLlmCalls: 'limits.maxSubQueries',
  system: 'instructions',
  maxRetries: 'retry.attempts',
  require: 'requireIsolation',
  isolation: 'requireIsolation',
  subLm: 'subModel',
  historyProcessor: 'compaction',
});

const models = 'Pass a model of the AI SDK as model.';
const sandboxes = 'Pass a backend as sandbox: quickjs(), pyodide() or cpython().';
const watching = 'Read the events of the run, or show them with progress(run, { stream }).';

/** Options of the AI SDK, of the reference implementation and of dspy that no single option means, each with what to use here. */
export const hints: Readonly<Record<string, string>> = Object.freeze({
  ...foreignOptions,
  output: 'Pass schema, and read result.value.',
  experimentalOutput: 'Pass schema, and read result.value.',
  backend: models,
  backendKwargs: models,
  otherBackends: 'Pass subModel, or models by their names.',
  otherBackendKwargs: 'Pass subModel, or models by their names.',
  environment: sandboxes,
  environmentKwargs: sandboxes,
  interpreter: sandboxes,
  interpreterFactory: sandboxes,
  maxTimeout: 'Pass limits.timeoutMs, in milliseconds.',
  maxConcurrentSubcalls: 'Pass limits.maxConcurrentQueries and limits.maxConcurrentRuns.',
  samplingArgs: 'Pass settings: { root, sub }.',
  customSystemPrompt: 'Pass prompt for its parts, or instructions for additions.',
  customTools: 'Pass tools for functions, and contexts for data.',
  customSubTools: 'Not supported: child runs have the tools of the run.',
  persistent: 'Use createRlm: its session lasts for several questions.',
  onIterationStart: 'Read the event step-start: for await (const event of run).',
  onIterationComplete: 'Read the event step-end: for await (const event of run).',
  onSubcallStart: 'Read the event query-start: for await (const event of run).',
  onSubcallComplete: 'Read the event query-end: for await (const event of run).',
  logger: 'Write the events to a file with writeTrajectory(run).',
  verbose: watching,
  signature: 'Pass query and schema.',
});

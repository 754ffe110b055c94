import type { StandardSchema } from '@rlm/penguin-engine';

import { RlmOptionsError } from '../errors.js';
import type { RunRlmOptions } from './run-options.js';

type OptionName = keyof RunRlmOptions<StandardSchema | undefined>;

/** Every option, so that a misspelt one is noticed; a new option must be entered here to compile. */
const known: Readonly<Record<OptionName, true>> = {
  model: true,
  subModel: true,
  models: true,
  sandbox: true,
  sandboxLimits: true,
  context: true,
  contexts: true,
  contextDescription: true,
  maxSteps: true,
  maxDepth: true,
  limits: true,
  schema: true,
  schemas: true,
  tools: true,
  policies: true,
  policyRegistry: true,
  dialects: true,
  instructions: true,
  prompt: true,
  fenceStop: true,
  minSteps: true,
  requireExecution: true,
  rejectEmptyFinal: true,
  wrapUp: true,
  throwOnLimit: true,
  prices: true,
  cache: true,
  compaction: true,
  telemetry: true,
  includeVariables: true,
  clock: true,
  query: true,
  runId: true,
  abortSignal: true,
};

/** Throws `RlmOptionsError` for the first name that is no option. */
export function requireKnownOptions(options: object): void {
  for (const name of Object.keys(options)) {
    if (!Object.hasOwn(known, name)) {
      throw new RlmOptionsError('options', `made of ${Object.keys(known).join(', ')}`, name);
    }
  }
}

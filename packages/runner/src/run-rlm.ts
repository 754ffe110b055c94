import type { Run, StandardSchema } from '@rlm/kernel';

import type { RlmEvent } from './run/events.js';
import { checkRunOptions } from './options/check-options.js';
import type { RunRlmOptions } from './options/run-options.js';
import { createPlan } from './plan/create-plan.js';
import type { RlmResult, SchemaOutput } from './result.js';
import { startRun } from './start-run.js';

/**
 * Answers a question over a context of any size: the model sees the context's description, and works on
 * it with code in a REPL.
 *
 * The run starts at once. Read its events with `for await`, or await its `result`, or both. Throws
 * `InvalidOptionError` at the call when an option is missing or wrong.
 */
export function runRlm<Schema extends StandardSchema | undefined = undefined>(
  options: RunRlmOptions<Schema>,
): Run<RlmEvent, RlmResult<SchemaOutput<Schema>>> {
  checkRunOptions(options);
  const plan = createPlan(options, (child, parent, abortSignal, name) =>
    startRun(child, { parent, abortSignal, name }),
  );
  const { runId, abortSignal, journal, seed } = options;
  const run = startRun(plan, { runId, abortSignal, journal, seed });
  // The value was checked by the schema: its type is the schema's output.
  return run as Run<RlmEvent, RlmResult<SchemaOutput<Schema>>>;
}

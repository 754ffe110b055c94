import type { Run } from '@rlm/penguin-engine';

import type { RlmEvent } from './events.js';
import type { RunRlmOptions } from './options/run-options.js';
import type { RlmResult } from './result.js';
import type { SchemaOutput, StandardSchema } from './schema/standard-schema.js';

/**
 * Answers a question over a context of any size: the model sees the context's description, and works on
 * it with code in a REPL.
 *
 * The run starts at once. Read its events with `for await`, or await its `result`, or both. Throws
 * `RlmOptionsError` at the call when an option is missing or wrong.
 */
export declare function runRlm<Schema extends StandardSchema | undefined = undefined>(
  options: RunRlmOptions<Schema>,
): Run<RlmEvent, RlmResult<SchemaOutput<Schema>>>;

import type { Run } from '../kernel/create-run.js';
import type { EngineEvent } from './events.js';
import type { ResponseOptions } from './options.js';
import type { EngineResult } from './result.js';
import { startRun } from './start-run.js';

/**
 * Answers a prompt: the model acts through tools until it calls `finish_response`, answers in plain text, or
 * something stops it (seed document 003's `run_response`).
 *
 * Awaiting `result` is enough; it never rejects for what the run did. Throws `InvalidOptionError` or
 * `ToolDefinitionError` at the call when an option is wrong.
 *
 * @example
 * const { assistantResponse, status } = await runResponse({ model, prompt: 'What is 6 x 7?' }).result;
 */
export function runResponse(options: ResponseOptions): Run<EngineEvent, EngineResult> {
  return startRun('response', options);
}

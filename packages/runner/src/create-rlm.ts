import type { Run, StandardSchema } from '@rlm/penguin-engine';
import { RlmError } from '@rlm/repl-types';

import type { RlmEvent } from './events.js';
import type { RlmOptions } from './options/run-options.js';
import { validateOptions } from './options/validate.js';
import { createPlan } from './plan/create-plan.js';
import type { RlmResult } from './result.js';
import type { SchemaOutput } from './schema/schema-output.js';
import { lastingSession } from './session/lasting-session.js';
import { startRun } from './start-run.js';

/** What one question may have of its own. */
export interface RlmRequest {
  readonly runId?: string | undefined;
  readonly abortSignal?: AbortSignal | undefined;
  readonly maxSteps?: number | undefined;
}

/** An RLM whose session lasts: later questions find the variables of earlier ones. */
export interface Rlm<Value = unknown> extends AsyncDisposable {
  /** Asks a question. Runs wait for each other, since they share one session. */
  run(query: string, request?: RlmRequest): Run<RlmEvent, RlmResult<Value>>;
  /** Aborts what is under way and closes the session. Closing twice does no harm. */
  close(): Promise<void>;
}

/**
 * An RLM for several questions over the same contexts and variables. Its session is opened by the
 * first question; `close` it, or it holds its memory.
 *
 * Throws `RlmOptionsError` when an option is missing or wrong.
 */
export function createRlm<Schema extends StandardSchema | undefined = undefined>(
  options: RlmOptions<Schema>,
): Rlm<SchemaOutput<Schema>> {
  validateOptions(options);
  const lasting = lastingSession();
  const active = new Set<Run<RlmEvent, RlmResult>>();
  let closed = false;

  async function close(): Promise<void> {
    closed = true;
    for (const run of active) run.abort(new RlmError('the RLM was closed', { code: 'rlm_closed' }));
    await lasting.close();
  }

  return {
    run(query, request = {}) {
      if (closed) throw new RlmError('this RLM is closed: create another', { code: 'rlm_closed' });
      const { runId, abortSignal, maxSteps = options.maxSteps } = request;
      const plan = createPlan({ ...options, maxSteps, query }, (child, parent, signal) =>
        startRun(child, { parent, abortSignal: signal }),
      );
      const run = startRun(plan, { runId, abortSignal, openHost: lasting.openHost() });
      active.add(run);
      const ended = run.result.then(
        () => void active.delete(run),
        () => void active.delete(run),
      );
      lasting.next(ended);
      return run as Run<RlmEvent, RlmResult<SchemaOutput<Schema>>>;
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}

import type { Run, StandardSchema } from '@rlm/kernel';
import { RlmError } from '@rlm/repl-types';
import { defaultBackend } from '@rlm/sandbox/internal';
import type { AsyncDisposal } from '@rlm/repl-types/internal';

import { contextSource } from './context/context-source.js';
import type { ContextValue, NamedContext } from './context/context-value.js';
import type { RlmEvent } from './run/events.js';
import { checkAdded, checkRequest, checkRlmOptions } from './options/check-options.js';
import type { RlmOptions, RlmRequest } from './options/run-options.js';
import { createPlan, sourcesOf } from './plan/create-plan.js';
import type { RlmResult, SchemaOutput } from './result.js';
import { lastingSession } from './session/lasting-session.js';
import { startRun } from './start-run.js';

/** An RLM whose session lasts: later questions find the variables of earlier ones. */
export interface Rlm<Value = unknown> extends AsyncDisposal {
  /** Asks a question. Runs wait for each other, since they share one session. */
  run(query: string, request?: RlmRequest): Run<RlmEvent, RlmResult<Value>>;
  /**
   * Gives the questions from now on one more context, under its variable's name; a context of that name is replaced.
   * Throws `InvalidOptionError` for a name or value that cannot be one.
   */
  add(name: string, value: ContextValue, about?: Omit<NamedContext, 'value'>): void;
  /** Aborts what is under way and closes the session. Closing twice does no harm. */
  close(): Promise<void>;
}

/**
 * An RLM for several questions over the same contexts and variables. Its session is opened by the
 * first question; `close` it, or it holds its memory.
 *
 * Throws `InvalidOptionError` when an option is missing or wrong.
 */
export function createRlm<Schema extends StandardSchema | undefined = undefined>(
  options: RlmOptions<Schema>,
): Rlm<SchemaOutput<Schema>> {
  checkRlmOptions(options);
  const lasting = lastingSession();
  const sources = new Map(sourcesOf(options).map((source) => [source.name, source]));
  const active = new Set<Run<RlmEvent, RlmResult>>();
  let closed = false;

  async function close(): Promise<void> {
    closed = true;
    for (const run of active) run.abort(new RlmError('the RLM was closed', { code: 'rlm_closed' }));
    await lasting.close();
  }

  function requireOpen(): void {
    if (closed) throw new RlmError('this RLM is closed: create another', { code: 'rlm_closed' });
  }

  return {
    add(name, value, about = {}) {
      requireOpen();
      const named = { ...about, value };
      checkAdded(name, named, options);
      const { sandbox = defaultBackend, sandboxLimits, coverage } = options;
      const place = { option: `contexts.${name}.value`, sandbox, sandboxLimits, coverage };
      sources.set(name, contextSource(name, named, place));
    },
    run(query, request = {}) {
      requireOpen();
      checkRequest(query, request);
      const { runId, abortSignal, maxSteps = options.maxSteps } = request;
      const plan = createPlan(
        { ...options, maxSteps, query },
        (child, parent, signal, name) => startRun(child, { parent, abortSignal: signal, name }),
        [...sources.values()],
      );
      const run = startRun(plan, { runId, abortSignal, openHost: lasting.openHost() });
      active.add(run);
      const remember = lasting.remember(query);
      const end = (answer: string | null): void => {
        active.delete(run);
        remember(answer);
      };
      const ended = run.result.then(
        ({ answer }) => {
          end(answer);
        },
        () => {
          end(null);
        },
      );
      lasting.next(ended);
      return run as Run<RlmEvent, RlmResult<SchemaOutput<Schema>>>;
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}

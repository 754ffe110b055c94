import { RlmError } from '@rlm/repl-types';

import type { FinishReason, StopReason } from './contract/stop-reason.js';

/** Thrown when a limit ended the run and its caller asked for an error (`throwOnLimit`). */
export class RunLimitError<Result = unknown> extends RlmError<
  'run_limit',
  { readonly finishReason: FinishReason }
> {
  static override readonly className: string = 'RunLimitError';
  /** The run's whole result, with the best answer if there is one. */
  readonly result: Result;

  constructor(result: Result, { finishReason, message }: StopReason) {
    super(`A limit ended the run (${finishReason}): ${message}`, {
      code: 'run_limit',
      details: { finishReason },
    });
    this.result = result;
  }
}

/**
 * Thrown when a run ended without an answer and its caller asked for an error (`throwOnFailure`).
 */
export class RunFailedError<Result = unknown> extends RlmError<
  'run_failed',
  { readonly finishReason: FinishReason }
> {
  static override readonly className: string = 'RunFailedError';
  /** The run's whole result: its steps, and what it cost. */
  readonly result: Result;

  /** The cause is the error of `stop`, if it has one. */
  constructor(result: Result, { finishReason, message, error }: StopReason) {
    super(`The run ended without an answer (${finishReason}): ${message}`, {
      code: 'run_failed',
      details: { finishReason },
      cause: error,
    });
    this.result = result;
  }
}

/** `RunLimitError` or `RunFailedError` as a loop exports it, with the type of its results. */
export interface RunErrorClass<RunError extends { readonly result: unknown }> {
  new (result: RunError['result'], stop: StopReason): RunError;
  readonly className: string;
  readonly prototype: RunError;
  /** Whether `error` belongs to this class, whichever copy of the class made it. */
  isInstance(error: unknown): error is RunError;
}

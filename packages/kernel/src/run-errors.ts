import { RlmError } from '@rlm/repl-types';

import type { FinishReason, StopReason } from './contract/stop-reason.js';

/** A limit ended a run whose caller asked for an error then (`throwOnLimit`). */
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

/** A run ended without an answer, and its caller asked for an error then (`throwOnFailure`). */
export class RunFailedError<Result = unknown> extends RlmError<
  'run_failed',
  { readonly finishReason: FinishReason }
> {
  static override readonly className: string = 'RunFailedError';
  /** The run's whole result: its steps, and what it cost. */
  readonly result: Result;

  /** The cause is the error that `stop` has, if it has one. */
  constructor(result: Result, { finishReason, message, error }: StopReason) {
    super(`The run ended without an answer (${finishReason}): ${message}`, {
      code: 'run_failed',
      details: { finishReason },
      cause: error,
    });
    this.result = result;
  }
}

/** `RunLimitError` or `RunFailedError` as a loop exports it: with the type of its results. */
export interface RunErrorClass<RunError extends { readonly result: unknown }> {
  new (result: RunError['result'], stop: StopReason): RunError;
  readonly className: string;
  readonly prototype: RunError;
  /** Whether `error` is one of this class, whichever copy of the class made it. */
  isInstance(error: unknown): error is RunError;
}

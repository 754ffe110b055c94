import type { RunUsage } from './ledger.js';
import type { FinishReason, StopReason } from './stop-reason.js';
import type { Diagnostic } from './context.js';

/** The first fields of the result of every loop, in this order; the loop's own fields follow. */
export interface RunResult<Steps extends Iterable<unknown> = Iterable<unknown>> {
  readonly runId: string;
  /**
   * Why the run ended. Only `final` means that the model finished; a run that a limit ended may
   * still have an answer.
   */
  readonly finishReason: FinishReason;
  /** What stopped the run: the rule's code and message; null if the run ended with an answer. */
  readonly stop: StopReason | null;
  /** Tokens, cost and calls: the run's own, its children's, and the sum. */
  readonly usage: RunUsage;
  /** Each step that called the model, in order. */
  readonly steps: Steps;
  /** From start to end, in milliseconds; for a resumed run, the sum over its processes. */
  readonly durationMs: number;
  /** How often the run was resumed; absent if it was not. A decision alone does not count. */
  readonly resumed?: number;
}

/** The fields that every outcome of a run has. */
export interface OutcomeBase {
  readonly runId: string;
  /** The number of steps that were completed. */
  readonly steps: number;
  readonly usage: RunUsage;
  readonly durationMs: number;
  readonly resumed?: number;
  /** The reward of each step, in order; empty in a run without the option `reward`. */
  readonly rewards: readonly number[];
  readonly diagnostics: readonly Diagnostic[];
}

/** How a run ended: a closed union over `status`. */
export type Outcome<Answer> =
  | (OutcomeBase & {
      readonly status: 'final';
      readonly finishReason: 'final';
      readonly answer: Answer;
    })
  | (OutcomeBase & {
      readonly status: 'stopped';
      readonly finishReason: Exclude<FinishReason, 'final' | 'aborted' | 'error' | 'suspended'>;
      readonly stop: StopReason;
      /** The best answer so far, if any. */
      readonly answer: Answer | null;
    })
  | (OutcomeBase & {
      /** It waits for a decision (`stop.wait`), and can be resumed with it. */
      readonly status: 'suspended';
      readonly finishReason: 'suspended';
      readonly stop: StopReason;
      readonly answer: Answer | null;
    })
  | (OutcomeBase & {
      readonly status: 'aborted';
      readonly finishReason: 'aborted';
      readonly stop: StopReason;
      readonly answer: Answer | null;
    })
  | (OutcomeBase & {
      readonly status: 'failed';
      readonly finishReason: 'error';
      readonly stop: StopReason;
      readonly answer: Answer | null;
      readonly error: unknown;
    });

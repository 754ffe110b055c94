import type { RunUsage } from './ledger.js';
import type { FinishReason, StopReason } from './stop-reason.js';
import type { Diagnostic } from './context.js';

/** What the outcome of every run has. */
export interface OutcomeBase {
  readonly runId: string;
  /** Steps that were taken to their end. */
  readonly steps: number;
  readonly usage: RunUsage;
  readonly durationMs: number;
  /** The reward of each step, in their order; empty in a run without the option `reward`. */
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
      /** The best answer so far, where there is one. */
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

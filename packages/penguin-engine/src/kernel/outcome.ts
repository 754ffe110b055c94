import type { Diagnostic } from './context.js';
import type { Amounts } from './ledger.js';
import type { FinishReason, StopReason } from './protocol.js';

/** What a run used: by itself, by its children, and both together. */
export interface RunUsage {
  readonly own: Amounts;
  readonly children: Amounts;
  readonly total: Amounts;
}

interface OutcomeBase {
  /** Steps that were taken to their end. */
  readonly steps: number;
  readonly usage: RunUsage;
  readonly durationMs: number;
  /** What each step was worth, in their order; empty in a run whose steps are not valued. */
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
      readonly finishReason: Exclude<FinishReason, 'final' | 'aborted' | 'error'>;
      readonly stop: StopReason;
      /** The best answer so far, where there is one. */
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

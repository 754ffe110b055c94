import type { FinishOutcome } from './finish-outcome.js';
import type { RunContext } from '../contract/context.js';

/** A tool call that a model made, in its own format, in text or in code. */
export interface ActionCall {
  /** Unique within a run. */
  readonly callId: string;
  /** The tool's name. */
  readonly action: string;
  /** How it was written: as text, in the model's own format, or by code that ran in a REPL. */
  readonly source: 'text' | 'native' | 'code';
  /**
   * The body of a text action; for a native call, what the model returned: JSON text or data; for
   * code, data.
   */
  readonly arguments: unknown;
  /** The word by which the reply confirms a text action; null without one, and for other calls. */
  readonly word: string | null;
}

/** The part of a run that a call uses. A call outside a run has no `diagnose`. */
export type CallPlace = Pick<RunContext, 'runId' | 'step' | 'abortSignal' | 'effects'> &
  Partial<Pick<RunContext, 'diagnose'>>;

/** The result of one call, as frozen data. */
export interface ActionRecord {
  /** The tool's name. */
  readonly action: string;
  /** The text for the model, cut at `maxOutputChars`. */
  readonly result: string;
  /** `error`: the call was not made, or failed; `result` says why. */
  readonly status: 'completed' | 'error';
  /** The call's id. */
  readonly callId: string;
  /** As the model returned them. */
  readonly arguments: unknown;
  /** What a finish tool reported out of band. */
  readonly finish?: FinishOutcome;
}

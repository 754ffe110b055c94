import type { FinishOutcome } from './finish-outcome.js';
import type { RunContext } from '../contract/context.js';

/** A call that a model asked for, in its own format or in text. */
export interface ActionCall {
  /** Unique within a run. */
  readonly callId: string;
  /** The tool's name. */
  readonly action: string;
  /** How it was written: as text, in the model's own format, or by code that ran in a REPL. */
  readonly source: 'text' | 'native' | 'code';
  /** The body of a text action; for a native call, what the model gave: JSON text or data; data from code. */
  readonly arguments: unknown;
  /** The word that the reply confirms a text action with; null if there is none, and for the others. */
  readonly word: string | null;
}

/** Where a call happens: what it uses of a run. A call that belongs to no run has no `diagnose`. */
export type CallPlace = Pick<RunContext, 'runId' | 'step' | 'abortSignal' | 'effects'> &
  Partial<Pick<RunContext, 'diagnose'>>;

/** What came of one call: frozen data. */
export interface ActionRecord {
  /** The tool's name. */
  readonly action: string;
  /** The text that the model is shown, cut at `maxOutputChars`. */
  readonly result: string;
  /** `error`: it was not carried out, or went wrong; `result` says why. */
  readonly status: 'completed' | 'error';
  /** The call's id. */
  readonly callId: string;
  /** As the model gave them. */
  readonly arguments: unknown;
  /** What a finish tool was told, out of band. */
  readonly finish?: FinishOutcome;
}

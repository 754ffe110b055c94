import type { REPLVariable } from '@rlm/repl-types';
import type { JsonValue, SandboxSession } from '@rlm/sandbox';
import type { SessionVariable } from '@rlm/sandbox/internal';

import type { ContextDescription } from '../context/description.js';
import type { QueryScope } from './query-scope.js';
import type { RlmPlan } from './rlm-plan.js';

/** A question that the session was asked before, as the variable `history` holds it. */
export interface EarlierQuestion {
  readonly question: string;
  /** The answer as text; null where the run ended without one. */
  readonly answer: string | null;
}

/** A session with the run's contexts and functions in it, opened again when it is lost. */
export interface SessionHost {
  readonly session: SandboxSession;
  /** The contexts as the model is told of them. */
  readonly contexts: readonly REPLVariable[];
  /** What the prompt says of each context, by its name. */
  readonly descriptions: ReadonlyMap<string, ContextDescription>;
  /** The contexts' values, by name, as they were read. */
  values(): ReadonlyMap<string, JsonValue>;
  /** The user's variables, by name. */
  variables(): Promise<ReadonlyMap<string, SessionVariable>>;
  /** How the model is told of the variable `history`, where it holds earlier questions. */
  readonly history: REPLVariable | undefined;
  /**
   * Puts the older turns into the variable `history`, behind the earlier questions; false where a context, a tool or code has
   * that name, and keeps it.
   */
  setHistory(turns: readonly object[]): Promise<boolean>;
  /**
   * Gives the session to the next run: its functions serve that run, its further contexts are set, an earlier run's
   * `answer` is gone, and `history` holds the questions before it. Throws `ContextError`.
   */
  handOver(
    plan: RlmPlan,
    scope: QueryScope,
    abortSignal: AbortSignal,
    earlier: readonly EarlierQuestion[],
  ): Promise<void>;
  /** Whether the session came back without its variables since this was last asked: the model is to be told. */
  takeLoss(): boolean;
  /** Whether code has computed for so long since the last snapshot that another is worth its bytes. */
  isWorthSnapshot(): boolean;
  /** Ends a session that is of no use any more, and opens a new one with the contexts in it. */
  reopen(abortSignal: AbortSignal): Promise<void>;
  close(): Promise<void>;
}

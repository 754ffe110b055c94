import type { REPLVariable } from '@rlm/repl-types';
import type { JsonValue, SandboxSession, SessionVariable } from '@rlm/sandbox';

import type { ContextDescription } from '../context/description.js';
import type { QueryScope } from './query-scope.js';
import type { RlmPlan } from './rlm-plan.js';

/** The variable that holds older turns and earlier questions. */
export const historyName = 'history';

/** An earlier question of the session, as the variable `history` holds it. */
export interface EarlierQuestion {
  readonly question: string;
  /** The answer as text; null if the run ended without one. */
  readonly answer: string | null;
}

/** A session with the run's contexts and functions in it, which is opened again if it is lost. */
export interface SessionHost {
  /** Throws before `ready` has resolved. */
  readonly session: SandboxSession;
  /** Whether `ready` has resolved, or there was nothing to wait for. */
  readonly isReady: boolean;
  /** Resolves when the session is open, with the contexts in it. Rejects if it could not be opened. */
  ready(): Promise<void>;
  /** The contexts as the prompt lists them. */
  readonly contexts: readonly REPLVariable[];
  /** What the prompt says about each context, by name. */
  readonly descriptions: ReadonlyMap<string, ContextDescription>;
  /** The contexts' values, by name, as they were read. */
  values(): ReadonlyMap<string, JsonValue>;
  /** The user's variables, by name. */
  variables(): Promise<ReadonlyMap<string, SessionVariable>>;
  /** The variable `history` as the prompt lists it, if it holds earlier questions. */
  readonly history: REPLVariable | undefined;
  /**
   * Writes the older turns into the variable `history`, after the earlier questions. False if a
   * context, a tool or code has that name, which then stays as it is.
   */
  setHistory(turns: readonly object[]): Promise<boolean>;
  /**
   * Hands the session to the next run: its functions serve that run, its further contexts are set,
   * an earlier run's `answer` is removed, and `history` holds the questions before it. Throws
   * `ContextError`.
   */
  handOver(
    plan: RlmPlan,
    scope: QueryScope,
    abortSignal: AbortSignal,
    earlier: readonly EarlierQuestion[],
  ): Promise<void>;
  /**
   * Whether the session has come back without its variables since this was last asked, which the
   * model must know.
   */
  takeLoss(): boolean;
  /**
   * Whether code has computed long enough since the last snapshot to make another one worthwhile.
   */
  isWorthSnapshot(): boolean;
  /** Closes a session that can no longer be used, and opens a new one with the contexts in it. */
  reopen(abortSignal: AbortSignal): Promise<void>;
  /** Closes the session, also one that is not open yet. */
  close(): Promise<void>;
}

import type { HostFunctionSpec, SandboxSession, SessionVariable } from '@rlm/sandbox';
import type { REPLVariable } from '@rlm/repl-types';

import type { RlmPlan } from '../plan/rlm-plan.js';
import type { QueryScope } from '../query/query-scope.js';
import { readContexts, setContexts } from './contexts.js';
import { hostFunctions } from './host-functions.js';
import { openUntilAborted } from './open-until-aborted.js';
import { limitsFor } from './session-limits.js';

/** A session with the run's contexts and functions in it, opened again when it is lost. */
export interface SessionHost {
  readonly session: SandboxSession;
  /** The contexts as the model is told of them. */
  readonly contexts: readonly REPLVariable[];
  /** The user's variables, by name. */
  variables(): Promise<ReadonlyMap<string, SessionVariable>>;
  /** Puts the older turns into the variable `history`. */
  setHistory(turns: readonly object[]): Promise<void>;
  /** Points the REPL's functions at the run that is under way. */
  attach(scope: QueryScope): void;
  /** Ends a session that is of no use any more, and opens a new one with the contexts in it. */
  reopen(abortSignal: AbortSignal): Promise<void>;
  close(): Promise<void>;
}

/**
 * Opens a session for a plan: contexts set as data, functions defined. The session ends when `lifetime` is
 * aborted: the run's own signal, unless the session outlives the run.
 */
export async function openSessionHost(
  plan: RlmPlan,
  scope: QueryScope,
  abortSignal: AbortSignal,
  lifetime: AbortSignal = abortSignal,
): Promise<SessionHost> {
  let current = scope;
  let history: readonly object[] | null = null;
  const read = await readContexts(plan, abortSignal);
  const contexts = read.map(({ variable }) => variable);
  const open = openerOf(
    plan,
    hostFunctions(plan, () => current),
    contexts,
    lifetime,
  );
  let session = await open(current, abortSignal);
  try {
    await setContexts(session, read, abortSignal);
  } catch (error) {
    await session.close();
    throw error;
  }
  return {
    get session() {
      return session;
    },
    contexts,
    async variables() {
      const named = new Set([
        ...plan.sources.map(({ name }) => name),
        ...(history === null ? [] : ['history']),
      ]);
      const all = await session.variables();
      return new Map(
        all.filter(({ name }) => !named.has(name)).map((found) => [found.name, found]),
      );
    },
    async setHistory(turns) {
      history = turns;
      await session.set('history', turns);
    },
    attach(next) {
      current = next;
    },
    async reopen(signal) {
      await session.close().catch(() => undefined);
      const again = await readContexts(plan, signal);
      session = await open(current, signal);
      await setContexts(session, again, signal);
      if (history !== null) await session.set('history', history);
    },
    async close() {
      await session.close();
    },
  };
}

/** How sessions are opened for whoever uses them first: with room for the contexts, until `lifetime` ends. */
function openerOf(
  plan: RlmPlan,
  functions: Readonly<Record<string, HostFunctionSpec>>,
  contexts: readonly REPLVariable[],
  lifetime: AbortSignal,
): (scope: QueryScope, abortSignal: AbortSignal) => Promise<SandboxSession> {
  const { sandbox, sandboxLimits } = plan.options;
  const totalChars = contexts.reduce((sum, { totalLength }) => sum + totalLength, 0);
  const limits = limitsFor(totalChars, sandboxLimits);
  return ({ context: { runId, clock } }, abortSignal) =>
    openUntilAborted(
      sandbox,
      {
        functions,
        dialects: plan.dialects,
        seed: runId,
        now: () => clock.now(),
        abortSignal: lifetime,
        ...(limits === undefined ? {} : { limits }),
      },
      abortSignal,
    );
}

import type {
  HostFunctionSpec,
  JsonValue,
  SandboxSession,
  SessionOptions,
  SessionVariable,
} from '@rlm/sandbox';
import { REPLVariable } from '@rlm/repl-types';

import type { ContextSource } from '../context/context-source.js';
import { ContextError } from '../errors.js';
import type { RlmPlan } from '../plan/rlm-plan.js';
import type { QueryScope } from '../query/query-scope.js';
import { hostFunctions } from './host-functions.js';

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
  const functions = hostFunctions(plan, () => current);
  const contexts: REPLVariable[] = [];
  let session = await openSession(plan, scope, functions, lifetime);
  try {
    await setContexts(plan, session, abortSignal, contexts);
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
      session = await openSession(plan, current, functions, lifetime);
      await setContexts(plan, session, signal, []);
      if (history !== null) await session.set('history', history);
    },
    async close() {
      await session.close();
    },
  };
}

async function openSession(
  plan: RlmPlan,
  scope: QueryScope,
  functions: Readonly<Record<string, HostFunctionSpec>>,
  abortSignal: AbortSignal,
): Promise<SandboxSession> {
  const { sandbox, sandboxLimits } = plan.options;
  const { runId, clock } = scope.context;
  const options: SessionOptions = {
    functions,
    dialects: plan.dialects,
    seed: runId,
    now: () => clock.now(),
    abortSignal,
    ...(sandboxLimits === undefined ? {} : { limits: sandboxLimits }),
  };
  return sandbox.open(options);
}

async function setContexts(
  plan: RlmPlan,
  session: SandboxSession,
  abortSignal: AbortSignal,
  described: REPLVariable[],
): Promise<void> {
  for (const source of plan.sources) {
    const value = await source.read(abortSignal);
    described.push(describe(source, value, session));
    try {
      await session.set(source.name, value);
    } catch (error) {
      abortSignal.throwIfAborted();
      const reason = error instanceof Error ? error.message : String(error);
      throw new ContextError(source.name, `${session.backend} cannot hold it: ${reason}`, error);
    }
  }
}

function describe(source: ContextSource, value: JsonValue, session: SandboxSession): REPLVariable {
  return REPLVariable.fromValue(source.name, value, {
    description: source.description,
    constraints: source.constraints,
    language: session.language,
  });
}

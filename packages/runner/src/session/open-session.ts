import type { SandboxBackend, SandboxSession, SessionSnapshot, SessionOptions } from '@rlm/sandbox';
import type { HostFunctionSpec } from '@rlm/sandbox/internal';
import { awaitHook, loadOnce, untilAborted } from '@rlm/repl-types/internal';

import type { RlmPlan } from '../run/rlm-plan.js';
import type { QueryScope } from '../run/query-scope.js';
import { keptContext, readContexts, setContexts, type ReadContext } from './contexts.js';
import { sessionLimits } from './session-limits.js';
import { safeSession } from './safe-session.js';

/** Loaded for runs that are resumed. */
const snapshots = /* @__PURE__ */ loadOnce(() => import('./snapshots.js'));

/** A session, and the contexts in it by their names. */
export interface OpenSession {
  readonly session: SandboxSession;
  readonly held: Map<string, ReadContext>;
}

/**
 * Opens a session with room for a plan's contexts, and puts them into it. It ends with `lifetime`; `abortSignal` ends the
 * opening. In a run that is resumed it goes on from the last snapshot, which holds them, unless it is to begin `isAnew`. Throws
 * `ContextError`.
 */
export async function openSession(
  { options, limits, dialects, sources }: RlmPlan,
  { context: { seed, effects } }: QueryScope,
  now: () => number,
  functions: Readonly<Record<string, HostFunctionSpec>>,
  lifetime: AbortSignal,
  abortSignal: AbortSignal,
  isAnew = false,
): Promise<OpenSession> {
  const contexts = await readContexts(sources, options.sandbox.language, abortSignal);
  const snapshot = isAnew ? undefined : await snapshotOf(effects.cells);
  const session = await openUntilAborted(
    options.sandbox,
    {
      functions,
      dialects: [...new Set(dialects.map((dialect) => dialect.session))],
      seed,
      now,
      abortSignal: lifetime,
      ...(snapshot === undefined ? {} : { snapshot }),
      ...(options.preflight === undefined ? {} : { preflight: options.preflight }),
      limits: sessionLimits(contexts, limits, options.sandboxLimits),
    },
    abortSignal,
  );
  try {
    if (snapshot === undefined) await setContexts(session, contexts, abortSignal);
  } catch (error) {
    await session.close();
    throw error;
  }
  return {
    session,
    held: new Map(contexts.map((context) => [context.source.name, keptContext(context)])),
  };
}

/**
 * Opens a session, but waits no longer than the signal allows: an interpreter may take seconds to start, and cannot always be
 * stopped while it does. A session that comes too late is closed.
 */
async function openUntilAborted(
  sandbox: SandboxBackend,
  options: SessionOptions,
  abortSignal: AbortSignal,
): Promise<SandboxSession> {
  abortSignal.throwIfAborted();
  const opening = awaitHook(() => sandbox.open(options)).then(safeSession);
  try {
    return await untilAborted(opening, abortSignal);
  } catch (error) {
    if (abortSignal.aborted) opening.then((session) => session.close()).catch(() => undefined);
    throw error;
  }
}

/** The snapshot that a run which is resumed goes on from. */
async function snapshotOf(cells: CellJournal | undefined): Promise<SessionSnapshot | undefined> {
  return cells?.snapshot === undefined ? undefined : (await snapshots()).readSnapshot(cells);
}

type CellJournal = NonNullable<QueryScope['context']['effects']['cells']>;

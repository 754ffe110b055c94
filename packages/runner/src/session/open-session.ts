import type { SandboxBackend, SandboxSession, SessionOptions } from '@rlm/sandbox';
import { awaitHook, untilAborted } from '@rlm/repl-types/internal';

import type { RlmPlan } from '../run/rlm-plan.js';
import type { QueryScope } from '../run/query-scope.js';
import { filesOf, keptContext, readContexts, setContexts, type KeptContext } from './contexts.js';
import { sessionLimits } from './session-limits.js';
import { safeSession } from './safe-session.js';
import { readSnapshot } from './snapshots.js';

/** A session, and the contexts in it by name. */
export interface OpenSession {
  readonly session: SandboxSession;
  readonly held: Map<string, KeptContext>;
}

/**
 * Opens a session that is large enough for a plan's contexts, and puts them into it. It ends with
 * `lifetime`; `abortSignal` only aborts the opening. A resumed run goes on from the last snapshot,
 * which contains the contexts, unless `isAnew` is set. Throws `ContextError`.
 */
export async function openSession(
  { options, limits, dialects, sources }: RlmPlan,
  { context: { seed, effects } }: QueryScope,
  now: () => number,
  wanted: Pick<SessionOptions, 'functions' | 'acceptsNull'>,
  lifetime: AbortSignal,
  abortSignal: AbortSignal,
  isAnew = false,
): Promise<OpenSession> {
  const contexts = await readContexts(sources, options, abortSignal);
  const files = filesOf(contexts);
  const snapshot = isAnew ? undefined : await readSnapshot(effects.cells);
  const session = await openUntilAborted(
    options.sandbox,
    {
      ...wanted,
      dialects: [...new Set(dialects.map((dialect) => dialect.session))],
      seed,
      now,
      abortSignal: lifetime,
      ...(files.length === 0 ? {} : { files }),
      ...(snapshot === undefined ? {} : { snapshot }),
      ...(options.requireIsolation === undefined ? {} : { require: options.requireIsolation }),
      ...(options.tenant === undefined ? {} : { tenant: options.tenant }),
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
 * Opens a session, but waits no longer than the signal allows: an interpreter may take seconds to
 * start, and cannot always be stopped during that time. A session that opens too late is closed.
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

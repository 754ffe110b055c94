import type { SandboxBackend, SandboxSession, SessionOptions } from '@rlm/sandbox';
import { awaitHook, untilAborted } from '@rlm/repl-types/internal';

import type { RlmPlan } from '../run/rlm-plan.js';
import type { QueryScope } from '../run/query-scope.js';
import { filesOf, keptContext, readContexts, setContexts, type KeptContext } from './contexts.js';
import { sessionLimits } from './session-limits.js';
import { safeSession } from './safe-session.js';
import { readSnapshot } from './snapshots.js';

/** A session that is being opened, and the contexts that it gets, by name. */
export interface OpeningSession {
  /** Resolves when the contexts are in it. */
  readonly session: Promise<SandboxSession>;
  /** Whether it is open already: its backend does not say when only its start is left. */
  readonly isOpen: boolean;
  readonly held: Map<string, KeptContext>;
}

/**
 * Opens a session that is large enough for a plan's contexts, and puts them into it. It ends with
 * `lifetime`; `abortSignal` only aborts the opening. A resumed run goes on from the last snapshot,
 * which contains the contexts, unless `isAnew` is set. Resolves when the session has its place, and only its start is left. Throws
 * `ContextError`.
 */
export async function openSession(
  { options, limits, dialects, sources }: RlmPlan,
  { context }: QueryScope,
  now: () => number,
  wanted: Pick<SessionOptions, 'functions' | 'acceptsNull'>,
  lifetime: AbortSignal,
  abortSignal: AbortSignal,
  isAnew = false,
): Promise<OpeningSession> {
  const { seed, effects } = context;
  const contexts = await readContexts(sources, options, abortSignal);
  const files = filesOf(contexts);
  const snapshot = isAnew ? undefined : await readSnapshot(effects.cells);
  let onPlace: () => void = () => undefined;
  const placed = new Promise<void>((resolve) => {
    onPlace = resolve;
  });
  const session = openUntilAborted(
    options.sandbox,
    {
      ...wanted,
      dialects: [...new Set(dialects.map((dialect) => dialect.session))],
      seed,
      now,
      abortSignal: lifetime,
      files: files.length === 0 ? undefined : files,
      snapshot,
      require: options.requireIsolation,
      tenant: options.tenant,
      preflight: options.preflight,
      limits: sessionLimits(contexts, limits, options.sandboxLimits),
      onPlace,
      onWait: ({ max, waiting }) => {
        context.emit({ type: 'session-wait', backend: options.sandbox.name, max, waiting });
      },
    },
    abortSignal,
  ).then(async (opened) => {
    try {
      if (snapshot === undefined) await setContexts(opened, contexts, abortSignal);
      return opened;
    } catch (error) {
      await opened.close();
      throw error;
    }
  });
  const isOpen = await Promise.race([placed.then(() => false), session.then(() => true)]);
  // Who wants the session hears of a fault; a run that ends before that has no use for it.
  session.catch(() => undefined);
  return {
    session,
    isOpen,
    held: new Map(contexts.map((context) => [context.source.name, keptContext(context)])),
  };
}

/**
 * Opens a session, but waits no longer than the signals allow: an interpreter may take seconds to
 * start, and cannot always be stopped during that time. A session that opens too late is closed.
 */
async function openUntilAborted(
  sandbox: SandboxBackend,
  options: SessionOptions & { readonly abortSignal: AbortSignal },
  abortSignal: AbortSignal,
): Promise<SandboxSession> {
  const { abortSignal: lifetime } = options;
  abortSignal.throwIfAborted();
  const opening = awaitHook(() => sandbox.open(options)).then(safeSession);
  try {
    return await untilAborted(untilAborted(opening, abortSignal), lifetime);
  } catch (error) {
    if (abortSignal.aborted || lifetime.aborted)
      opening.then((session) => session.close()).catch(() => undefined);
    throw error;
  }
}

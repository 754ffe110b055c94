import { abortHub } from '@rlm/repl-types/internal';
import type { SandboxSession, SessionVariable } from '@rlm/sandbox';
import { SandboxError } from '@rlm/sandbox/internal';

import type { RlmPlan } from '../run/rlm-plan.js';
import type { QueryScope } from '../run/query-scope.js';
import { historyName, type EarlierQuestion, type SessionHost } from '../run/session-host.js';
import { keptContext, readContexts, setContexts } from './contexts.js';
import { createHistoryVariable } from './history-variable.js';
import { hostFunctions } from './host-functions.js';
import { openSession, type OpeningSession } from './open-session.js';

/** Opens the session that a run uses. */
export type OpenHost = typeof openSessionHost;

/**
 * Begins to open a session for a plan, with contexts set as data and functions defined. Resolves when
 * the session has its place; `ready` waits for the rest. The session ends when `lifetime` is aborted:
 * the run's own signal, unless the session outlives the run.
 */
export async function openSessionHost(
  firstPlan: RlmPlan,
  firstScope: QueryScope,
  abortSignal: AbortSignal,
  lifetime: AbortSignal = abortSignal,
): Promise<SessionHost> {
  let plan = firstPlan;
  let scope = firstScope;
  let earlier: readonly EarlierQuestion[] = [];
  let turns: readonly object[] = [];
  const { language } = plan.options.sandbox;
  const functions = hostFunctions(plan, () => scope);
  // A run with a schema may follow in a session that outlives this one.
  const acceptsNull = plan.schema !== undefined || lifetime !== abortSignal;
  const wanted = { functions, acceptsNull };

  /** Aborted with the lifetime, or if the session is closed before it is open. */
  const lives = new AbortController();
  const unwatch = abortHub.watch(lifetime, (reason) => {
    lives.abort(reason);
  });
  const now = (): number => scope.context.status.nowMs;
  const openWith = (signal: AbortSignal, isAnew = false): Promise<OpeningSession> =>
    openSession(plan, scope, now, wanted, lives.signal, signal, isAnew);
  const opened = (): SandboxSession => {
    if (session === undefined) throw new Error('The session is not open yet');
    return session;
  };
  let hasLost = false;
  /**
   * Uses the session. If it was lost for good, the task runs again in a fresh session, with what
   * the host has set.
   */
  const use = <Value>(task: () => Promise<Value>): Promise<Value> =>
    task().catch((error: unknown) => {
      if (!SandboxError.isInstance(error) || error.code !== 'session_lost') throw error;
      hasLost = true;
      return task();
    });
  const snapshotClock = createSnapshotClock();
  const variable = createHistoryVariable();
  let holdsHistory = false;
  const writeHistory = async (): Promise<boolean> => {
    const rows = [...earlier, ...turns];
    const isTaken = held.has(historyName) || plan.tools.names.includes(historyName);
    holdsHistory = rows.length > 0 && !isTaken && (await use(() => variable.write(opened(), rows)));
    return holdsHistory;
  };
  const opening = await openWith(abortSignal).catch((error: unknown) => {
    unwatch();
    throw error;
  });
  let { held, isOpen: isReady } = opening;
  let session: SandboxSession | undefined;
  const ready = opening.session.then((first) => {
    session = first;
  });
  ready.catch(() => undefined);

  return {
    get session() {
      return opened();
    },
    get isReady() {
      return isReady;
    },
    async ready() {
      await ready;
      isReady = true;
    },
    get contexts() {
      return [...held.values()].map(({ variable }) => variable);
    },
    get descriptions() {
      return new Map([...held].map(([name, { described }]) => [name, described]));
    },
    values: () =>
      new Map([...held].map(([name, { source, value }]) => [name, source.data?.() ?? value])),
    get history() {
      return holdsHistory ? variable.describe(earlier, language) : undefined;
    },
    variables() {
      const isNamed = (found: SessionVariable): boolean =>
        held.has(found.name) ||
        (found.name === historyName && holdsHistory && variable.isOwn(found));
      return use(() => opened().variables()).then(
        (all) =>
          new Map(all.filter((found) => !isNamed(found)).map((found) => [found.name, found])),
      );
    },
    async setHistory(older) {
      turns = older;
      return writeHistory();
    },
    async handOver(nextPlan, nextScope, signal, questions) {
      plan = nextPlan;
      scope = nextScope;
      earlier = [...questions];
      turns = [];
      const added = plan.sources.filter((source) => held.get(source.name)?.source !== source);
      const read = await readContexts(added, plan.options, signal, true);
      await use(() => setContexts(opened(), read, signal));
      for (const context of read) held.set(context.source.name, keptContext(context));
      if (plan.dialects.some((dialect) => dialect.session === 'answer')) {
        await use(() => opened().set('answer', { content: '', ready: false }));
      }
      await writeHistory();
    },
    isWorthSnapshot: () => plan.snapshots && snapshotClock(opened()),
    takeLoss() {
      const wasLost = hasLost;
      hasLost = false;
      return wasLost;
    },
    async reopen(signal) {
      await opened()
        .close()
        .catch(() => undefined);
      const anew = await openWith(signal, true);
      session = await anew.session;
      ({ held } = anew);
      variable.forget();
      await writeHistory();
    },
    async close() {
      const ended = new Error('The run has ended');
      // Nobody waits for a session that is not open yet.
      if (session === undefined) lives.abort(ended);
      await ready.catch(() => undefined);
      unwatch();
      await session?.close().finally(() => {
        // A run that was given up may still be opening one in its place.
        lives.abort(ended);
      });
    },
  };
}

/** How long code must compute before its state is worth a snapshot, in milliseconds. */
const worthMs = 1_000;

/**
 * Reports when code has computed long enough since the last snapshot to make another one
 * worthwhile.
 */
function createSnapshotClock(): (session: SandboxSession) => boolean {
  let at = 0;
  return ({ guestMs = 0 }) => {
    if (guestMs - at < worthMs) return false;
    at = guestMs;
    return true;
  };
}

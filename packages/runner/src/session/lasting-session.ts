import { createByteQuota, roughBytes, untilAborted } from '@rlm/repl-types/internal';
import { maxKeptBytes } from '../kept-bytes.js';
import type { EarlierQuestion, SessionHost } from '../run/session-host.js';
import { openSessionHost, type OpenHost } from './session-host.js';

/** One session for several runs, one after another. */
export interface LastingSession {
  /**
   * Returns the function that opens the session for the next run, once the runs before it have
   * ended.
   */
  openHost(): OpenHost;
  /**
   * Records a question at its place among the others. The returned function records its answer, for
   * later runs.
   */
  remember(question: string): (answer: string | null) => void;
  /** Makes later runs wait for this one as well. */
  next(ended: Promise<unknown>): void;
  /** Closes the session when the last run has ended. */
  close(): Promise<void>;
}

/** A session that its first run opens and its owner closes. */
export function lastingSession(): LastingSession {
  const lifetime = new AbortController();
  let host: SessionHost | null = null;
  let last: Promise<unknown> = Promise.resolve();
  const asked: { answered: EarlierQuestion | null; bytes: number }[] = [];
  const budget = createByteQuota(maxKeptBytes.earlier);
  const earlier = (): readonly EarlierQuestion[] =>
    asked.flatMap(({ answered }) => (answered === null ? [] : [answered]));
  /** Forgets the oldest questions until the bytes fit; the newest one is always kept. */
  const makeRoom = (bytes: number): void => {
    while (!budget.take(bytes) && asked[0]?.answered != null) {
      budget.free(asked.shift()?.bytes ?? 0);
    }
  };
  return {
    openHost() {
      const previous = last;
      return async (plan, scope, abortSignal) => {
        await untilAborted(previous, abortSignal);
        host ??= await openWhole(plan, scope, abortSignal, lifetime.signal);
        // The first run does this too: other questions may have ended before the session was open.
        await host.handOver(plan, scope, abortSignal, earlier());
        return borrowed(host);
      };
    },
    remember(question) {
      const entry: (typeof asked)[number] = { answered: null, bytes: 0 };
      asked.push(entry);
      return (answer) => {
        const answered = { question, answer };
        entry.bytes = Math.min(budget.maxBytes, roughBytes(answered));
        makeRoom(entry.bytes);
        entry.answered = answered;
      };
    },
    next(ended) {
      last = Promise.all([last, ended]);
    },
    async close() {
      await last;
      await host?.close();
      host = null;
      lifetime.abort();
    },
  };
}

/** Opens a session, and waits until it is open. */
const openWhole: OpenHost = async (...session) => {
  const host = await openSessionHost(...session);
  try {
    await host.ready();
    return host;
  } catch (error) {
    await host.close();
    throw error;
  }
};

/** The host as a run sees it that must not close it. */
function borrowed(host: SessionHost): SessionHost {
  return {
    get session() {
      return host.session;
    },
    isReady: true,
    ready: () => Promise.resolve(),
    contexts: host.contexts,
    descriptions: host.descriptions,
    values: () => host.values(),
    history: host.history,
    variables: () => host.variables(),
    setHistory: (turns) => host.setHistory(turns),
    handOver: (...next) => host.handOver(...next),
    takeLoss: () => host.takeLoss(),
    isWorthSnapshot: () => host.isWorthSnapshot(),
    reopen: (abortSignal) => host.reopen(abortSignal),
    close: () => Promise.resolve(),
  };
}

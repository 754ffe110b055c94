import { untilAborted } from '@rlm/repl-types/concurrency';
import type { OpenHost } from '../protocol/open-run.js';
import type { EarlierQuestion } from './earlier-questions.js';
import { openSessionHost, type SessionHost } from './session-host.js';

/** One session for runs that come after each other. */
export interface LastingSession {
  /** How the next run gets the session: when the runs before it have ended. */
  openHost(): OpenHost;
  /** Tells later runs of a question and its answer. */
  remember(earlier: EarlierQuestion): void;
  /** Makes later runs wait for this one as well. */
  next(ended: Promise<unknown>): void;
  /** Closes the session when the last run has ended. */
  close(): Promise<void>;
}

/** A session that is opened by the first run and closed by its owner. */
export function lastingSession(): LastingSession {
  const lifetime = new AbortController();
  let host: SessionHost | null = null;
  let last: Promise<unknown> = Promise.resolve();
  const earlier: EarlierQuestion[] = [];
  return {
    openHost() {
      const previous = last;
      return async (plan, scope, abortSignal) => {
        await untilAborted(previous, abortSignal);
        if (host === null) {
          host = await openSessionHost(plan, scope, abortSignal, lifetime.signal);
        } else await host.handOver(plan, scope, abortSignal, earlier);
        return borrowed(host);
      };
    },
    remember(question) {
      earlier.push(question);
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

/** The host as a run sees it that must not close it. */
function borrowed(host: SessionHost): SessionHost {
  return {
    get session() {
      return host.session;
    },
    contexts: host.contexts,
    history: host.history,
    variables: () => host.variables(),
    setHistory: (turns) => host.setHistory(turns),
    handOver: (...next) => host.handOver(...next),
    reopen: (abortSignal) => host.reopen(abortSignal),
    close: () => Promise.resolve(),
  };
}

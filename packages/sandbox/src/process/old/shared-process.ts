import { untilAborted } from '@rlm/repl-types/internal';

import type { EngineProcess } from './engine-process.js';

/** The one process of a backend, for all who want it at the time. */
export interface SharedProcess {
  /** The process; starts one if there is none that `isOpen`. Rejects at once if the signal is aborted. */
  take(abortSignal?: AbortSignal): Promise<EngineProcess>;
}

/** How a shared process is started. */
export interface SharedProcessOptions {
  readonly launch: (abortSignal: AbortSignal) => Promise<EngineProcess>;
  /** Whether it takes further engines. */
  readonly isOpen: (process: EngineProcess) => boolean;
  /** Called when no one who waited for it wants it any more. */
  readonly letGo: (process: EngineProcess) => void;
}

/** One launch, and for how many. */
interface Launch {
  readonly process: Promise<EngineProcess>;
  readonly abort: AbortController;
  waiting: number;
  isSettled: boolean;
}

/** Creates a {@link SharedProcess}. A launch that no one waits for any more is given up. */
export function createSharedProcess(options: SharedProcessOptions): SharedProcess {
  const { isOpen, letGo } = options;
  let current: Launch | undefined;

  const begin = (): Launch => {
    const abort = new AbortController();
    const launch = { process: options.launch(abort.signal), abort, waiting: 0, isSettled: false };
    const settle = (): void => {
      launch.isSettled = true;
    };
    launch.process.then(settle, settle);
    return launch;
  };
  const giveUp = (launch: Launch, reason: unknown): void => {
    if (!launch.isSettled) {
      launch.abort.abort(reason);
      if (current === launch) current = undefined;
    }
    launch.process.then(letGo, () => undefined);
  };
  const join = async (launch: Launch, abortSignal?: AbortSignal): Promise<EngineProcess> => {
    launch.waiting++;
    try {
      return await untilAborted(launch.process, abortSignal);
    } finally {
      launch.waiting--;
      if (abortSignal?.aborted === true && launch.waiting === 0) {
        giveUp(launch, abortSignal.reason);
      }
    }
  };
  return {
    async take(abortSignal) {
      const found = current;
      if (found !== undefined) {
        const process = await join(found, abortSignal).catch(() => undefined);
        abortSignal?.throwIfAborted();
        if (process !== undefined && isOpen(process)) return process;
        if (current === found) current = undefined;
      }
      abortSignal?.throwIfAborted();
      current ??= begin();
      return join(current, abortSignal);
    },
  };
}

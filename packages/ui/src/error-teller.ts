import type { StopReason } from '@rlm/kernel';
import {
  awaitHook,
  isRecord,
  messageOf,
  settle,
  untilExpired,
  warn,
} from '@rlm/repl-types/internal';

/** Told once of a run that ended in an error. */
export interface ErrorTeller {
  /** Reads the result of a run, or the error that its `result` rejected with. */
  readonly read: (result: unknown) => void;
  /** Settles once the hook has, or after a while: a client does not wait for it for ever. Never rejects. */
  told(): Promise<void>;
}

/** What the end of a response may wait for its hook. */
const maxWaitMs = 5_000;

/** Calls `onError` with the `stop` of the first result that says that the run failed. */
export function createErrorTeller(onError: (stop: StopReason) => unknown): ErrorTeller {
  let telling: Promise<void> | undefined;
  return {
    read(result) {
      const stop = stopOf(result);
      if (stop?.finishReason !== 'error') return;
      telling ??= awaitHook(() => onError(stop)).then(
        () => undefined,
        (fault: unknown) => {
          warn(`onError of a response failed: ${messageOf(fault)}`);
        },
      );
    },
    async told() {
      if (telling !== undefined) await untilExpired(telling, maxWaitMs, () => undefined);
    },
  };
}

/** Hears of a failure from the run's result too: a response that nobody reads gets no events. */
export function tellOfResult(run: object, { read }: ErrorTeller): void {
  if (!('result' in run)) return;
  settle(run.result).then(read, (error: unknown) => {
    // What `throwOn` options reject with has the result.
    read(isRecord(error) ? error['result'] : undefined);
  });
}

function stopOf(result: unknown): StopReason | undefined {
  return isRecord(result) && isRecord(result['stop'])
    ? (result['stop'] as unknown as StopReason)
    : undefined;
}

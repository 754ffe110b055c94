/** A deadline that stands still while the guest waits for its host. */
export interface CellClock {
  /** The guest runs: time counts. */
  run(): void;
  /** The guest waits: time stands still. */
  pause(): void;
  /** No deadline any more. */
  stop(): void;
  /** Milliseconds for which the guest ran so far. */
  elapsedMs(): number;
}

/** Starts a clock, running, that calls `onDeadline` once the guest has run for `limitMs`. */
export function startCellClock(limitMs: number, onDeadline: () => void): CellClock {
  let counted = 0;
  let since: number | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const elapsedMs = (): number => counted + (since === undefined ? 0 : performance.now() - since);
  const pause = (): void => {
    counted = elapsedMs();
    since = undefined;
    clearTimeout(timer);
  };
  const run = (): void => {
    if (since !== undefined) return;
    since = performance.now();
    clearTimeout(timer);
    timer = setTimeout(onDeadline, Math.max(0, limitMs - counted));
  };
  run();
  return {
    run,
    pause,
    elapsedMs,
    stop() {
      pause();
    },
  };
}

// As it was when this was loaded: who replaces the timers of a program for a while would stop all sessions.
const { setTimeout } = globalThis;

/** For how long calls may follow each other without a pause, in milliseconds. */
const mostMs = 10;

/** Lets the host's other work come between calls that are answered at once, each after the other, without an end. */
export interface Breather {
  /** Undefined while there is time; else what to wait for before asking again. */
  pause(): Promise<void> | undefined;
  /** What somebody waits for; undefined while nobody does. */
  awaited(): Promise<void> | undefined;
}

/** Time in which work may begin, until the event loop has turned. */
interface Slice {
  readonly startedAt: number;
  readonly ended: Promise<void>;
}

/** The time that all breathers share: hundreds of sessions that have work at the same moment hold the thread no longer than one. */
let slice: Slice | undefined;

function currentSlice(): Slice {
  if (slice !== undefined) return slice;
  const ended = new Promise<void>((resolve) => {
    setTimeout(() => {
      slice = undefined;
      resolve();
    }, 0);
  });
  slice = { startedAt: performance.now(), ended };
  return slice;
}

/** Makes a {@link Breather}. */
export function createBreather(): Breather {
  let awaited: Slice | undefined;
  return {
    pause() {
      const now = currentSlice();
      if (performance.now() - now.startedAt < mostMs) return undefined;
      awaited = now;
      return now.ended;
    },
    awaited: () => (awaited !== undefined && awaited === slice ? awaited.ended : undefined),
  };
}

/**
 * Does something as soon as there is time for it. It begins where it was seen that there is: of many that waited together,
 * each sees how long the ones before it took.
 */
export async function breathe<Value>(
  breather: Breather,
  work: () => Value,
): Promise<Awaited<Value>> {
  for (let pause = breather.pause(); pause !== undefined; pause = breather.pause()) await pause;
  return await work();
}

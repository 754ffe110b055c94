/** For how long calls may follow each other without a pause, in milliseconds. */
const mostMs = 10;

/** Lets the host's other work come between calls that are answered at once, each after the other, without an end. */
export interface Breather {
  /** Undefined while there is time; else what to wait for before asking again. */
  pause(): Promise<void> | undefined;
  /** What somebody waits for; undefined while nobody does. */
  awaited(): Promise<void> | undefined;
}

/** Makes a {@link Breather}. */
export function createBreather(): Breather {
  let turn:
    { readonly startedAt: number; readonly ended: Promise<void>; isAwaited: boolean } | undefined;
  return {
    pause() {
      if (turn !== undefined) {
        if (performance.now() - turn.startedAt < mostMs) return undefined;
        turn.isAwaited = true;
        return turn.ended;
      }
      const ended = new Promise<void>((resolve) => {
        setTimeout(() => {
          turn = undefined;
          resolve();
        }, 0);
      });
      turn = { startedAt: performance.now(), ended, isAwaited: false };
      return undefined;
    },
    awaited: () => (turn?.isAwaited === true ? turn.ended : undefined),
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

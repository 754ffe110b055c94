import { nextTurn } from '@rlm/repl-types/internal';

/**
 * How much may begin in one turn of the event loop: for this time in milliseconds, and this amount. The work that
 * follows takes longer than beginning it.
 */
const slice = { maxMs: 10, maxWork: 16 };

/** Lets the host's other work come between calls that are answered at once, each after the other, without an end. */
export interface Breather {
  /** Undefined while there is time; else a promise to wait for, once. */
  turn(): Promise<void> | undefined;
  /** The promise that is waited for now; undefined if there is none. */
  awaited(): Promise<void> | undefined;
}

/*
 * All breathers share the turns: hundreds of sessions that have work at the same moment hold the thread no longer than one. Who finds no
 * time in this turn gets one of its own, the first to come first.
 */
let waiting = 0;
let since: number | undefined;
let begun = 0;

function hasTime(): boolean {
  if (since === undefined) {
    since = performance.now();
    begun = 0;
    void nextTurn().then(() => {
      since = undefined;
    });
  }
  begun += 1;
  return waiting === 0 && begun <= slice.maxWork && performance.now() - since < slice.maxMs;
}

/** Makes a {@link Breather}. */
export function createBreather(): Breather {
  const turns = new Set<Promise<void>>();
  return {
    turn() {
      if (hasTime()) return undefined;
      waiting += 1;
      const turn = nextTurn().then(() => {
        waiting -= 1;
        turns.delete(turn);
      });
      turns.add(turn);
      return turn;
    },
    awaited: () => turns.values().next().value,
  };
}

/** Does something as soon as there is time for it. */
export async function breathe<Value>(
  breather: Breather,
  work: () => Value,
): Promise<Awaited<Value>> {
  const turn = breather.turn();
  if (turn !== undefined) await turn;
  return await work();
}

import type { Session } from 'node:inspector';

/** Thrown for a guest that was stopped. */
export class Stopped extends Error {}

/** Fields of the memory that the thread shares: which cell runs (negative: it is being stopped), and which must stop. */
export const gateFields = { running: 0, wanted: 1 } as const;

/** Runs code that can be stopped, uncatchably, from within and by a thread. */
export interface Gate {
  /** Runs work of a cell; what it throws is thrown. @throws Stopped */
  run<Result>(cell: number, work: () => Result): Result;
  /** Called in work: it ends at its next step. */
  stop(): void;
  /** Called in work: does something of the process's own, which is not ended in the middle. */
  pause<Result>(own: () => Result): Result;
}

const entry = '__runAtGate';

/**
 * Makes a {@link Gate}. V8 can end what runs in a thread, but then ends all of it, up to its outermost function. An evaluation
 * of the inspector is a call of its own that catches this: only what runs in it ends.
 *
 * One party may ask V8 to end a cell: the one that has changed the cell's number to its negative. If the cell ends by itself at the
 * same time, it waits for that end, which would else hit the code after it.
 */
export function createGate(session: Session, state: Int32Array): Gate {
  let work: () => void = () => undefined;
  let current = 0;
  let isInside = false;
  const { running, wanted } = gateFields;
  const claim = (): boolean =>
    Atomics.compareExchange(state, running, current, -current) === current;
  const leave = (): void => {
    if (Atomics.compareExchange(state, running, current, 0) === current) return;
    for (;;);
  };
  const stop = (): void => {
    if (claim()) session.post('Runtime.terminateExecution');
  };
  Object.defineProperty(globalThis, entry, {
    value() {
      Atomics.store(state, running, current);
      if (Atomics.load(state, wanted) !== current) work();
      leave();
    },
  });
  const evaluation = {
    expression: `${entry}()`,
    silent: true,
    returnByValue: true,
    // Else code could be made from text in the process's realm for as long as it takes.
    allowUnsafeEvalBlockedByCSP: false,
  };
  return {
    run(cell, step) {
      let outcome: { value: ReturnType<typeof step> } | { thrown: unknown } | undefined;
      current = cell;
      work = () => {
        try {
          outcome = { value: step() };
        } catch (thrown) {
          outcome = { thrown };
        }
      };
      isInside = true;
      session.post('Runtime.evaluate', evaluation, (error) => {
        if (error !== null) outcome = undefined;
      });
      isInside = false;
      work = () => undefined;
      Atomics.store(state, running, 0);
      if (outcome === undefined) throw new Stopped('the cell was stopped');
      if ('thrown' in outcome) throw outcome.thrown;
      return outcome.value;
    },
    stop,
    pause(own) {
      if (!isInside) return own();
      leave();
      try {
        return own();
      } finally {
        Atomics.store(state, running, current);
        if (Atomics.load(state, wanted) === current) stop();
      }
    },
  };
}

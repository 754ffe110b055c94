/** Stops a cell: again and again, until it has ended. */
export interface StopSignal {
  /** Answers the interpreter's question for a signal: its number, or 0. */
  readonly next: () => number;
  /** The cell has given its final answer: it must stop from now on. */
  finish(): void;
  /** The cell's code has ended; for a moment the driver may describe its variables undisturbed. */
  pause(): void;
  /** That moment is over: what sleeps is not the driver. */
  resume(): void;
  /** The cell is over. */
  reset(): void;
  /** Receives the function that sets the interpreter's countdown to its next question. */
  attachClock(write: (jumps: number) => void): void;
}

const interrupt = 2;
const pauseMs = 400;

/**
 * Creates the signal. The interpreter asks every 50 jumps; a loop that catches everything would always be hit at the
 * same place, inside its `try`. So once a cell must stop, the countdown is set to a few jumps, a different number each
 * time, until a hit falls outside.
 */
export function createStopSignal(isStopWanted: () => boolean, now: () => number): StopSignal {
  let isFinished = false;
  let pausedUntil = 0;
  let isAnswered = false;
  let phase = 0;
  let setClock: (jumps: number) => void = () => undefined;
  return {
    next() {
      if (!isFinished && !isStopWanted()) return 0;
      if (pausedUntil > 0 && now() < pausedUntil) return 0;
      // The interpreter asks twice: when it finds the signal, and when it handles it.
      isAnswered = !isAnswered;
      if (!isAnswered) return 0;
      phase = (phase + 5) % 13;
      setClock(3 + phase);
      return interrupt;
    },
    finish() {
      isFinished = true;
    },
    pause() {
      pausedUntil = now() + pauseMs;
    },
    resume() {
      pausedUntil = 0;
    },
    reset() {
      isFinished = false;
      isAnswered = false;
      pausedUntil = 0;
    },
    attachClock(write) {
      setClock = write;
    },
  };
}

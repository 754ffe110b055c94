const platform = globalThis as typeof globalThis & {
  setImmediate?: (callback: () => void) => unknown;
};
// As it was when this was loaded: who replaces the timers of a program for a while would stop all runs.
const immediately: ((callback: () => void) => unknown) | undefined = platform.setImmediate;

/** Callers that wait for a turn, first come, first served. */
const waiting: (() => void)[] = [];

/**
 * Resolves when everything that is ready to run has run: one turn of the event loop. Each waiting
 * caller, of any run, gets a turn of its own, so that hundreds of runs block the thread no longer
 * than one.
 */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve);
    if (waiting.length === 1) schedule(takeTurn);
  });
}

function takeTurn(): void {
  // It stays in the list during its turn, so that a new request of its own comes after the others.
  waiting[0]?.();
  waiting.shift();
  if (waiting.length > 0) schedule(takeTurn);
}

function schedule(callback: () => void): void {
  if (immediately !== undefined) {
    immediately(callback);
    return;
  }
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => {
    port1.close();
    callback();
  };
  port2.postMessage(null);
}

import { hostname } from 'node:os';

import type { RunDriver } from '../errors.js';

/** How often a driver says that it is alive, in milliseconds. */
const heartbeatMs = 2_000;

/** What a driver holds that was silent for so long is left over. */
export const staleMs = 10_000;

/** Whether who holds a run is gone: it was silent for too long, or its process on this machine has ended. */
export function isGone({ pid, host }: RunDriver, heardAt: number): boolean {
  return Date.now() - heardAt > staleMs || (host === hostname() && !isAlive(pid));
}

/** Calls `touch` with every heartbeat, until the function that it returns is called. It keeps no process alive. */
export function startHeartbeat(touch: () => unknown): () => void {
  const timer = setInterval(() => {
    // One that fails is made up for by the next; without any, the run is free for others.
    Promise.resolve()
      .then(touch)
      .catch(() => undefined);
  }, heartbeatMs);
  timer.unref();
  return () => {
    clearInterval(timer);
  };
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (fault) {
    // A process of another user.
    return (fault as NodeJS.ErrnoException).code === 'EPERM';
  }
}

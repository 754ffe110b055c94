import { hostname } from 'node:os';

import type { RunOwner } from '../errors.js';
import { staleMs } from './stale.js';

/** How often an owner says that it is alive, in milliseconds. */
const heartbeatMs = 2_000;

/** Whether who holds a run is gone: it was silent for too long, or its process on this machine has ended. */
export function isGone({ pid, host }: Pick<RunOwner, 'pid' | 'host'>, heardAt: number): boolean {
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

/** Owners of this process that have let go of their runs, though that could not be written down: on a full disk, say. */
const gone = new Set<string>();

/** How many of those are remembered: what they held becomes stale after {@link staleMs} anyway. */
const maxGone = 1_000;

/** Notes that an owner has let go of its run. */
export function noteGone(by: string): void {
  if (gone.size >= maxGone) gone.clear();
  gone.add(by);
}

/** Whether an owner of this process has let go of its run. */
export function hasLetGo(by: string): boolean {
  return gone.has(by);
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

import { accessSync, constants, lstatSync } from 'node:fs';
import { networkInterfaces } from 'node:os';

import { guestUserId } from '../walls/guest-user.js';

/**
 * Tests the isolation of this very process, before it has run anything of a guest.
 *
 * @param outside Paths that must not be seen here.
 * @returns What the process can do and must not, in words; empty if it is isolated.
 */
export function findHoles(outside: readonly string[]): readonly string[] {
  const seen = outside.find((path) => works(() => lstatSync(path)));
  const isWritable = works(() => {
    accessSync('/', constants.W_OK);
  });
  const isOnline = works(() => {
    if (Object.keys(networkInterfaces()).length === 0) throw new Error('no network');
  });
  const holes: readonly (readonly [isThere: boolean, what: string])[] = [
    [seen !== undefined, `it sees ${String(seen)}`],
    [outside.length === 0, 'no path outside of it is known to look for'],
    [isWritable, 'it may write to /'],
    [isOnline, 'it sees the network'],
    [process.getuid?.() !== guestUserId, `it runs as user ${String(process.getuid?.())}`],
    [process.ppid !== 1, 'it sees other processes'],
    // A call that the filter does not let pass.
    [works(() => process.kill(process.pid, 0)), 'its system calls are not filtered'],
  ];
  return holes.filter(([isThere]) => isThere).map(([, what]) => what);
}

function works(attempt: () => unknown): boolean {
  try {
    attempt();
    return true;
  } catch {
    return false;
  }
}

import { readFileSync, writeFileSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { Duplex } from 'node:stream';

/**
 * The user of a guest. The kernel limits the threads of users (RLIMIT_NPROC), but not those of root. `same`: the host's
 * own user, which is not root. `own`: a separate user for the guest, because the host is root. `root`: root cannot
 * become another user here, so there must be no threads at all.
 */
export type GuestUser = 'same' | 'own' | 'root';

/** The user's number as the guest sees it, in whatever way it runs. */
export const guestUserId = 65_534;

/** User numbers that distributions and container managers do not assign, one for each possible process. */
const ownUsers = { first: 2_000_000_000, count: 1 << 22 };

/** A piece of `/proc/self/uid_map`. */
type Range = readonly [inside: number, outside: number, count: number];

/** Finds out as whom guests of this process can run. Linux only. */
export function findGuestUser(): GuestUser {
  if (process.getuid?.() !== 0) return 'same';
  const users = ownRanges('uid');
  const isRootOutside = users.some(([inside, outside]) => inside === 0 && outside === 0);
  if (!isRootOutside) return 'same';
  const hasNobody = [users, ownRanges('gid')].every((ranges) => holds(ranges, guestUserId, 1));
  return hasNobody && maySetUsers() ? 'own' : 'root';
}

/**
 * What begins a command so that it runs in a namespace of users of its own. It waits there until {@link giveOwnUser} has mapped them,
 * and ends if the host does before.
 *
 * @param unshare The program that makes the namespace.
 * @param socket The descriptor of the socket that {@link giveOwnUser} gets; the command itself does not.
 */
export function inOwnUsers(unshare: string, socket: number): readonly string[] {
  const wait = `echo >&${socket} && read -r go <&${socket} && exec "$0" "$@" ${socket}>&-`;
  return [unshare, '--user', '--', '/bin/sh', '-c', wait];
}

/** Maps the users of a process, as soon as it is in its namespace: root, who makes the mounts, and the user that the driver becomes. */
export function giveOwnUser(pid: number, socket: Duplex, onFault: (reason: string) => void): void {
  socket.once('data', () => {
    try {
      for (const kind of ['uid', 'gid'] as const) {
        const map = `0 0 1\n${guestUserId} ${outsideOf(kind, pid)} 1\n`;
        writeFileSync(`/proc/${pid}/${kind}_map`, map);
      }
      socket.end('\n');
    } catch (error) {
      onFault(`it cannot have a user of its own: ${String(error)}`);
    }
  });
}

/** The first of the paths that only its owner can read. A guest with its own user is not the owner. */
export async function findPrivate(paths: readonly string[]): Promise<string | undefined> {
  for (const path of paths) {
    const status = await stat(path).catch(() => undefined);
    if (status === undefined) continue;
    const needed = status.isDirectory() ? 0o005 : 0o004;
    if ((status.mode & needed) !== needed) return path;
  }
  return undefined;
}

function outsideOf(kind: 'uid' | 'gid', child: number): number {
  const { first, count } = ownUsers;
  return holds(ownRanges(kind), first, count) ? first + (child % count) : guestUserId;
}

function ownRanges(kind: 'uid' | 'gid'): readonly Range[] {
  const lines = readFileSync(`/proc/self/${kind}_map`, 'utf8').trim().split('\n');
  return lines.map((line) => line.trim().split(/\s+/).map(Number) as unknown as Range);
}

function holds(ranges: readonly Range[], first: number, count: number): boolean {
  return ranges.some(([inside, , size]) => inside <= first && first + count <= inside + size);
}

/** Whether this process has CAP_SETGID and CAP_SETUID. */
function maySetUsers(): boolean {
  const needed = 0b1100_0000n;
  const status = readFileSync('/proc/self/status', 'utf8');
  const effective = BigInt(`0x${/^CapEff:\s*([0-9a-f]+)$/m.exec(status)?.[1] ?? '0'}`);
  return (effective & needed) === needed;
}

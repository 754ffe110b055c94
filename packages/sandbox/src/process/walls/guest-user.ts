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
 * Maps the users of a guest's namespace as soon as bubblewrap reports its process, and lets it continue: root, who
 * makes the mounts, and the user that the driver becomes.
 *
 * @param info The stream that bubblewrap writes to (`--info-fd`).
 * @param block The stream that it waits for (`--userns-block-fd`).
 */
export function giveOwnUser(info: Duplex, block: Duplex, onFault: (reason: string) => void): void {
  let text = '';
  info.setEncoding('utf8').on('data', (piece: string) => {
    text += piece;
    const child = /"child-pid": (\d+)/.exec(text)?.[1];
    if (child === undefined || block.writableEnded) return;
    try {
      for (const kind of ['uid', 'gid'] as const) {
        const outside = outsideOf(kind, Number(child));
        writeFileSync(`/proc/${child}/${kind}_map`, `0 0 1\n${guestUserId} ${outside} 1\n`);
      }
      block.end('\n');
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

import type { SandboxLimits } from '../contract/limits.js';

/** The limits of calls that wait for the host at one time. */
type PendingLimits = Pick<SandboxLimits, 'maxPendingCalls' | 'maxValueBytes'>;

/** Host calls that wait for their answers: how many, and how long their arguments are together. */
export interface PendingCalls {
  /** Counts a call; returns false, without counting it, if it does not fit, or has the number of another. The first one always fits. */
  add(call: { readonly call: number; readonly args: string }): boolean;
  /** Whether it was there. */
  remove(call: number): boolean;
  count(): number;
}

/** Calls within limits; the session and the children of `quickjs()` count alike. */
export function createPendingCalls({
  maxPendingCalls,
  maxValueBytes,
}: PendingLimits): PendingCalls {
  const lengths = new Map<number, number>();
  let sum = 0;
  const hasRoom = (length: number): boolean =>
    lengths.size === 0 || (lengths.size < maxPendingCalls && sum + length <= maxValueBytes);
  return {
    add({ call, args }) {
      if (lengths.has(call) || !hasRoom(args.length)) return false;
      lengths.set(call, args.length);
      sum += args.length;
      return true;
    },
    remove(call) {
      sum -= lengths.get(call) ?? 0;
      return lengths.delete(call);
    },
    count: () => lengths.size,
  };
}

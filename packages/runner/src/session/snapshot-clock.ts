import type { SandboxSession } from '@rlm/sandbox';

/** Time for which code computes before its state is worth a snapshot, in milliseconds. */
const worthMs = 1_000;

/** Says when code has computed for so long since the last snapshot that another is worth its bytes. */
export function createSnapshotClock(): (session: SandboxSession) => boolean {
  let at = 0;
  return ({ guestMs = 0 }) => {
    if (guestMs - at < worthMs) return false;
    at = guestMs;
    return true;
  };
}

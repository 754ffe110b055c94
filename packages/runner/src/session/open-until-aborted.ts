import type { SandboxBackend, SandboxSession, SessionOptions } from '@rlm/sandbox';

import { untilAborted } from '@rlm/repl-types/concurrency';

/**
 * Opens a session, but waits no longer than the signal allows: an interpreter may take seconds to start, and cannot always be
 * stopped while it does. A session that comes too late is closed.
 */
export async function openUntilAborted(
  sandbox: SandboxBackend,
  options: SessionOptions,
  abortSignal: AbortSignal,
): Promise<SandboxSession> {
  abortSignal.throwIfAborted();
  const opening = sandbox.open(options);
  try {
    return await untilAborted(opening, abortSignal);
  } catch (error) {
    if (abortSignal.aborted) opening.then((session) => session.close()).catch(() => undefined);
    throw error;
  }
}

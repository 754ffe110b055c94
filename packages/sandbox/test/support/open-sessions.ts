import { afterEach } from 'vitest';

import type { SandboxBackend, SandboxSession, SessionOptions } from '../../src/index.js';

/** Opens sessions for the tests of a file, and closes what is still open after each. */
export function sessionsOfFile(): (
  backend: SandboxBackend,
  options?: SessionOptions,
) => Promise<SandboxSession> {
  let open: SandboxSession[] = [];
  afterEach(async () => {
    await Promise.all(open.map((session) => session.close()));
    open = [];
  });
  return async (backend, options) => {
    const session = await backend.open(options);
    open.push(session);
    return session;
  };
}

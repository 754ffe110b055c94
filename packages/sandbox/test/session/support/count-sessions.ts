import type { SandboxBackend } from '../../../src/index.js';

/** Sessions of a backend: how many were opened, are open now, and were open at the same time. */
export interface SessionCounts {
  opened: number;
  open: number;
  most: number;
}

/** A backend that counts its sessions. */
export function countSessions(backend: SandboxBackend): {
  readonly counting: SandboxBackend;
  readonly counts: SessionCounts;
} {
  const counts = { opened: 0, open: 0, most: 0 };
  const counting: SandboxBackend = {
    ...backend,
    async open(options) {
      const session = await backend.open(options);
      counts.opened += 1;
      counts.open += 1;
      counts.most = Math.max(counts.most, counts.open);
      const close = session.close.bind(session);
      let closing: Promise<void> | undefined;
      session.close = () => (closing ??= close().then(() => void (counts.open -= 1)));
      return session;
    },
  };
  return { counting, counts };
}

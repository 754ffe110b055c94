import type { SandboxBackend } from '@rlm/sandbox';

import { openedBy } from '../../backend.js';

/** A backend whose sessions open when there is room for them. */
export function waitToOpen(backend: SandboxBackend, room: () => Promise<unknown>): SandboxBackend {
  return openedBy(backend, async (options) => {
    await room();
    return backend.open(options);
  });
}

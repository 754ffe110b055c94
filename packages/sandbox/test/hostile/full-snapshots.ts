import type { HostCase } from '@rlm/config/host-cases';
import { expect } from 'vitest';

import { defaultLimits, type SandboxBackend } from '../../src/index.js';

/** Cells that fill 150 megabytes. */
const cells = {
  javascript: { fill: 'var x = "x".repeat(1.5e8)', show: 'print(x.length)' },
  python: { fill: 'x = bytearray(b"x") * 150_000_000', show: 'print(len(x))' },
};

/** A case of a backend whose full guest is saved, and opened again. */
export function fullSnapshot(backend: SandboxBackend): HostCase {
  const { fill, show } = cells[backend.language];
  return {
    name: 'a snapshot of a full guest',
    memoryBytes: defaultLimits.memoryBytes,
    async run() {
      const session = await backend.open();
      await session.execute(fill);
      const snapshot = await session.snapshot?.();
      await session.close();
      const again = await backend.open(snapshot === undefined ? {} : { snapshot });
      expect((await again.execute(show)).stdout).toBe('150000000\n');
      await again.close();
    },
  };
}

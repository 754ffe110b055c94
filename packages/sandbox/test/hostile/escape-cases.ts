import type { HostCase } from '@rlm/config/host-cases';
import { expect } from 'vitest';

import type { SandboxBackend } from '../../src/index.js';

const timeoutMs = 10_000;

/** Cases of attempts to escape, each in a session of its own. That they reach nothing, the escape suites test. */
export function escapeCases(
  backend: SandboxBackend,
  memoryBytes: number,
  attempts: readonly (readonly [name: string, code: string])[],
): HostCase[] {
  return attempts.map(([name, code]) => ({
    name: `an attempt to escape: ${name}`,
    memoryBytes,
    async run(inTime) {
      const functions = { llm_query: () => 'ok' };
      const session = await backend.open({ functions, limits: { memoryBytes } });
      const { outcome } = await inTime(timeoutMs, () => session.execute(code, { timeoutMs }));
      expect(outcome).not.toBe('aborted');
      await inTime(0, () => session.close());
    },
  }));
}

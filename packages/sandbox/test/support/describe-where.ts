import { describe } from 'vitest';

import type { SandboxBackend } from '../../src/index.js';

/** Tests of a backend where it can start; elsewhere they are skipped, and the title says why. */
export function describeWhere(
  probe: Awaited<ReturnType<SandboxBackend['probe']>>,
  title: string,
  body: () => void,
): void {
  if (probe.ok) describe(title, body);
  else describe.skip(`${title} (skipped: ${probe.reason})`, body);
}

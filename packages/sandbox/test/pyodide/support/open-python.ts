import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { SandboxBackend, SandboxSession, SessionOptions } from '../../../src/index.js';
import { pyodide } from '../../../src/pyodide/index.js';

/** Where the snapshot of Pyodide lies that is made once for all files. */
export const cacheFolder: string = join(tmpdir(), `rlm-sandbox-test-${process.getuid?.() ?? 0}`);

/** The backend of these tests. */
export const python: SandboxBackend = pyodide({ cacheFolder });

/** A session with limits that suit tests. */
export function openPython(options: SessionOptions = {}): Promise<SandboxSession> {
  return python.open({
    ...options,
    limits: { memoryBytes: 256 * 1024 * 1024, cellMs: 20_000, graceMs: 3_000, ...options.limits },
  });
}

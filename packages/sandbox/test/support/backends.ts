import { cpython } from '../../src/cpython/index.js';
import type { SandboxBackend } from '../../src/index.js';
import { pyodide } from '../../src/pyodide/index.js';
import { quickjs } from '../../src/quickjs/index.js';
import { describeWhere } from './describe-where.js';

/** The backends that run code: tests that are about each of them take them from here. */
export const backends: readonly (() => SandboxBackend)[] = [quickjs, pyodide, cpython];

/** The same tests for each backend that can start here; with `linux`, only where there is /proc. */
export async function describeBackends(
  title: string,
  body: (backend: SandboxBackend) => void,
  on?: 'linux',
): Promise<void> {
  for (const create of backends) {
    const backend = create();
    const isElsewhere = on === 'linux' && process.platform !== 'linux';
    const probe = isElsewhere
      ? ({ ok: false, reason: '/proc is of Linux' } as const)
      : await backend.probe();
    describeWhere(probe, `${backend.name}: ${title}`, () => {
      body(backend);
    });
  }
}

import { readFile } from 'node:fs/promises';

import { expect, it } from 'vitest';

import type { SandboxBackend } from '../../src/index.js';
import { pyodide } from '../../src/pyodide/index.js';
import { quickjs } from '../../src/quickjs/index.js';
import { openNeighbour } from './neighbour.js';
import type { sessionsOfFile } from './open-sessions.js';
import { descendants, type ProcessMark } from './process-tree.js';

/** The processes of Node.js among those that came since `before`; walls bring helpers along. */
export async function enginesSince(
  before: readonly ProcessMark[],
): Promise<readonly ProcessMark[]> {
  const known = new Set(before.map(({ pid }) => pid));
  const found: ProcessMark[] = [];
  for (const mark of await descendants(process.pid)) {
    if (known.has(mark.pid)) continue;
    const command = await readFile(`/proc/${mark.pid}/comm`, 'utf8').catch(() => '');
    if (command.startsWith('node') || command.startsWith('MainThread')) found.push(mark);
  }
  return found;
}

/** Backends with a process of their own: that of backends without options may still be there from another file. */
export const apart = {
  quickjs: (): SandboxBackend => quickjs({ process: 'shared' }),
  pyodide: (): SandboxBackend => pyodide({ process: 'shared' }),
};

const cells = {
  python: { set: 'kept = [1]', use: 'print(len(kept))' },
  javascript: { set: 'var kept = [1]', use: 'print(kept.length)' },
};

/** What a process that dies costs the sessions of a backend. */
export function testDyingProcess(
  backend: SandboxBackend,
  openOn: ReturnType<typeof sessionsOfFile>,
): void {
  it(`costs the sessions of ${backend.name} nothing but time`, async () => {
    const code = cells[backend.language];
    const before = await descendants(process.pid);
    const [one, two] = [await openOn(backend), await openOn(backend)];
    await one.execute(code.set);
    await two.execute(code.set);
    for (const { pid } of await enginesSince(before)) process.kill(pid, 'SIGKILL');
    expect(await one.execute(code.use)).toMatchObject({ outcome: 'ok', stdout: '1\n' });
    expect(await two.execute(code.use)).toMatchObject({ outcome: 'ok', stdout: '1\n' });
  });

  it(`while a session of ${backend.name} waits for the host`, async () => {
    const before = await descendants(process.pid);
    const neighbour = await openNeighbour(backend);
    // Which of two was the cause, nobody knows; a session alone is its own.
    const other = await backend.open();
    try {
      await neighbour.beside(async () => {
        for (const { pid } of await enginesSince(before)) process.kill(pid, 'SIGKILL');
      });
    } finally {
      await Promise.all([neighbour.close(), other.close()]);
    }
  });
}

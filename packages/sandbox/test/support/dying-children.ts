import { readFile } from 'node:fs/promises';

import { expect, it } from 'vitest';

import type { SandboxBackend } from '../../src/index.js';
import type { sessionsOfFile } from './open-sessions.js';
import { descendants, type ProcessMark, waitUntilGone } from './process-tree.js';

/** The children among the processes that came since `before`; walls bring helpers along. */
export async function childrenSince(
  before: readonly ProcessMark[],
): Promise<readonly ProcessMark[]> {
  const known = new Set(before.map(({ pid }) => pid));
  const found: ProcessMark[] = [];
  for (const mark of await descendants(process.pid)) {
    if (known.has(mark.pid)) continue;
    const command = await readFile(`/proc/${mark.pid}/comm`, 'utf8').catch(() => '');
    if (command !== '' && !command.startsWith('bwrap')) found.push(mark);
  }
  return found;
}

const cells = {
  python: { set: 'kept = [1]', use: 'print(len(kept))', kill: 'kill()' },
  javascript: { set: 'var kept = [1]', use: 'print(kept.length)', kill: 'await kill()' },
};

/** What children that are killed from outside cost the sessions of a backend. */
export function testDyingChildren(
  backend: SandboxBackend,
  openOn: ReturnType<typeof sessionsOfFile>,
): void {
  const code = cells[backend.language];

  it(`costs the sessions of ${backend.name} nothing but time between cells`, async () => {
    const before = await descendants(process.pid);
    const [one, two] = [await openOn(backend), await openOn(backend)];
    await one.execute(code.set);
    await two.execute(code.set);
    const known = new Set(before.map(({ pid }) => pid));
    const all = (await descendants(process.pid)).filter(({ pid }) => !known.has(pid));
    for (const { pid } of await childrenSince(before)) process.kill(pid, 'SIGKILL');
    expect(await waitUntilGone(all)).toEqual([]);
    expect(await one.execute(code.use)).toMatchObject({ outcome: 'ok', stdout: '1\n' });
    expect(await two.execute(code.use)).toMatchObject({ outcome: 'ok', stdout: '1\n' });
  });

  it(`ends the cell of ${backend.name} that ran, and no other`, async () => {
    const other = await openOn(backend);
    await other.execute(code.set);
    const before = await descendants(process.pid);
    const functions = {
      kill: async () => {
        for (const { pid } of await childrenSince(before)) process.kill(pid, 'SIGKILL');
        return new Promise(() => undefined);
      },
    };
    const session = await openOn(backend, { functions });
    await session.execute(code.set);
    const killed = await session.execute(code.kill);
    expect([killed.outcome, killed.session]).toEqual(['crashed', 'replayed']);
    expect((await session.execute(code.use)).stdout).toBe('1\n');
    expect((await other.execute(code.use)).stdout).toBe('1\n');
  });
}

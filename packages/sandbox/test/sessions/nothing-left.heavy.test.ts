import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { eventually } from '@rlm/config/eventually';
import { expect, it } from 'vitest';

import type { SandboxBackend } from '../../src/index.js';
import { describeBackends } from '../support/backends.js';
import { descendants } from '../support/process-tree.js';

const cells = {
  python: 'x = llm_query("q")\nprint(x)',
  javascript: 'const x = await llm_query("q"); print(x)',
};

async function use(backend: SandboxBackend): Promise<void> {
  const session = await backend.open({ functions: { llm_query: () => 'an answer' } });
  expect((await session.execute(cells[backend.language])).stdout).toBe('an answer\n');
  await session.close();
}

/** What sessions may leave behind: processes, files, and descriptors and threads of this process. */
async function left(folder: string): Promise<Readonly<Record<string, number>>> {
  return {
    processes: (await descendants(process.pid)).length,
    files: readdirSync(folder, { recursive: true }).length,
    descriptors: readdirSync('/proc/self/fd').length,
    threads: readdirSync('/proc/self/task').length,
  };
}

await describeBackends(
  'sessions that are opened and closed',
  (backend) => {
    it('leave no process, descriptor, thread or file behind, 200 of them', async () => {
      const { TMPDIR } = process.env;
      const folder = mkdtempSync(join(tmpdir(), 'rlm-nothing-left-'));
      process.env['TMPDIR'] = folder;
      try {
        // What stays for the next session stands after the first few.
        await Promise.all(Array.from({ length: 8 }, () => use(backend)));
        const before = await left(folder);
        for (let count = 0; count < 40; count += 1) await use(backend);
        for (let round = 0; round < 20; round += 1) {
          await Promise.all(Array.from({ length: 8 }, () => use(backend)));
        }
        await eventually(async () => {
          for (const [what, now] of Object.entries(await left(folder))) {
            expect(now, what).toBeLessThanOrEqual(before[what] ?? 0);
          }
        });
      } finally {
        process.env['TMPDIR'] = TMPDIR;
        if (TMPDIR === undefined) delete process.env['TMPDIR'];
        rmSync(folder, { recursive: true, force: true });
      }
    });
  },
  'linux',
);

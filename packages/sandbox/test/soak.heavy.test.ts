import { readdirSync } from 'node:fs';

import { eventually } from '@rlm/config/eventually';
import { testPromises } from '@rlm/config/host-cases';
import { expect } from 'vitest';

import { defaultLimits, type SandboxBackend } from '../src/index.js';
import { backends } from './support/backends.js';
import { describeWhere } from './support/describe-where.js';
import { descendants } from './support/process-tree.js';

const cells = {
  python: 'x = llm_query("q")\nprint(x)',
  javascript: 'const x = await llm_query("q"); print(x)',
};

async function use(backend: SandboxBackend): Promise<void> {
  const session = await backend.open({ functions: { llm_query: () => 'an answer' } });
  expect((await session.execute(cells[backend.language])).stdout).toBe('an answer\n');
  await session.close();
}

/** What a session may leave behind: processes, and descriptors and threads of this one. */
async function left(): Promise<Readonly<Record<string, number>>> {
  return {
    processes: (await descendants(process.pid)).length,
    descriptors: readdirSync('/proc/self/fd').length,
    threads: readdirSync('/proc/self/task').length,
  };
}

/** Sessions one after another, and then eight at once, again and again. */
async function useMany(backend: SandboxBackend, count: number): Promise<void> {
  await Promise.all(Array.from({ length: 8 }, () => use(backend)));
  const before = await left();
  for (let session = 0; session < count; session++) await use(backend);
  for (let round = 0; round < count / 10; round++) {
    await Promise.all(Array.from({ length: 8 }, () => use(backend)));
  }
  await eventually(async () => {
    for (const [what, now] of Object.entries(await left())) {
      expect(now, what).toBeLessThanOrEqual(before[what] ?? 0);
    }
  });
}

for (const create of backends) {
  const backend = create();
  const count = backend.language === 'javascript' ? 200 : 30;
  const probe =
    process.platform === 'linux'
      ? await backend.probe()
      : ({ ok: false, reason: 'no /proc' } as const);
  describeWhere(probe, `many sessions of ${backend.name}`, () => {
    const { memoryBytes } = defaultLimits;
    testPromises([
      {
        name: 'leave no process, descriptor or thread behind',
        memoryBytes: 8 * memoryBytes,
        run: () => useMany(backend, count),
      },
    ]);
  });
}

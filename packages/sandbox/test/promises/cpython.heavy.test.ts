import type { HostCase } from '@rlm/config/host-cases';
import { expect } from 'vitest';

import { cpython } from '../../src/cpython/index.js';
import { escapeAttempts } from '../cpython/support/escape-attempts.js';
import { hostileCells } from '../cpython/support/hostile-cells.js';
import { escapeCases } from '../hostile/escape-cases.js';
import { testBackend } from './test-backend.js';

const memoryBytes = 128 * 1024 * 1024;
const backend = cpython();
const bait = {
  port: 9,
  secretFile: '/nowhere/secret',
  folder: '/nowhere',
  variable: 'NOTHING',
  hostPid: process.pid,
};
const attempts = escapeAttempts.map(({ name, code }) => [name, code(bait)] as const);

const manySessions: HostCase = {
  name: '100 sessions at once',
  memoryBytes: 2 ** 33,
  async run() {
    const use = async (): Promise<string> => {
      const session = await backend.open();
      const { stdout } = await session.execute('print(6 * 7)', { timeoutMs: 100_000 });
      await session.close();
      return stdout;
    };
    expect(await Promise.all(Array.from({ length: 100 }, use))).toEqual(Array(100).fill('42\n'));
  },
};

await testBackend(
  { backend, limits: { memoryBytes, callTimeoutMs: 1_000 }, cells: hostileCells },
  memoryBytes,
  [manySessions, ...escapeCases(backend, memoryBytes, attempts)],
);

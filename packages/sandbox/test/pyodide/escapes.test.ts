import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { SandboxSession } from '../../src/index.js';
import { type Bait, bridgeAttempts, libraryAttempts } from './support/escape-attempts.js';
import { openPython } from './support/open-python.js';

describe('attempts to leave sealed Python', { timeout: 120_000 }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'rlm-bait-'));
  const secretFile = join(folder, 'secret.txt');
  const newFile = join(folder, 'written-by-guest.txt');
  let bait: Bait;
  let server: Server;
  let connections = 0;
  let session: SandboxSession | undefined;

  beforeAll(async () => {
    writeFileSync(secretFile, 'HOSTSECRET');
    process.env['SECRET_TOKEN'] = 'HOSTSECRET';
    server = createServer((socket) => {
      connections++;
      socket.end('HELLO');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('expected a port');
    bait = { port: address.port, secretFile, newFile };
  }, 120_000);
  afterAll(async () => {
    await session?.close();
    server.close();
    delete process.env['SECRET_TOKEN'];
    rmSync(folder, { recursive: true });
  });

  const attempts = Object.entries({ ...libraryAttempts, ...bridgeAttempts });

  it('are at least 70', () => {
    expect(attempts.length).toBeGreaterThanOrEqual(70);
  });

  it.each(attempts)('%s', async (_, { code, ends }) => {
    session ??= await openPython({
      limits: { graceMs: 1000 },
      functions: { llm_query: () => Promise.resolve('ok') },
    });
    const result = await session.execute(code(bait), { timeoutMs: 10_000 });
    const { outcome, error, stdout, stderr } = result;
    const seen = `${outcome}|${error?.type ?? ''}: ${error?.message ?? ''}|${stdout}${stderr}`;
    expect(seen).toMatch(new RegExp(ends.source, 's'));
    expect(seen).not.toContain('LEAK');
    expect(seen).not.toContain('HOSTSECRET');
    expect(existsSync(newFile)).toBe(false);
    expect(connections).toBe(0);
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
    const after = await session.execute('print("answers")');
    expect(after.stdout).toBe('answers\n');
    if (result.session === 'kept') return;
    await session.close();
    session = undefined;
  });
});

import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { defaultLimits, type SandboxSession } from '../../src/index.js';
import { type Bait, bridgeAttempts, libraryAttempts } from './support/escape-attempts.js';
import { openPython } from './support/open-python.js';

describe('attempts to leave sealed Python', () => {
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
  });
  afterAll(async () => {
    await session?.close();
    server.close();
    delete process.env['SECRET_TOKEN'];
    rmSync(folder, { recursive: true });
  });

  const attempts = Object.entries({ ...libraryAttempts, ...bridgeAttempts });

  it.each(attempts)('%s', async (_name, { code, ends }) => {
    const open = (session ??= await openPython({
      limits: { graceMs: defaultLimits.graceMs },
      functions: { llm_query: () => Promise.resolve('ok') },
    }));
    const result = await open.execute(code(bait), { timeoutMs: 10_000 });
    const { outcome, error, stdout, stderr } = result;
    const seen = `${outcome}|${error?.type ?? ''}: ${error?.message ?? ''}|${stdout}${stderr}`;
    expect(seen).toMatch(new RegExp(ends.source, 's'));
    expect(seen).not.toContain('LEAK');
    expect(seen).not.toContain('HOSTSECRET');
    expect(existsSync(newFile)).toBe(false);
    expect(connections).toBe(0);
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
    const after = await open.execute('print("answers")');
    expect(after.stdout).toBe('answers\n');
    if (result.session === 'kept') return;
    await open.close();
    session = undefined;
  });

  it('find no way to JavaScript in a session that was opened from a snapshot either', async () => {
    const first = await openPython({});
    const code = 'import sys\nsys.meta_path.pop(0)\nimport _pyodide_core';
    const missing = { outcome: 'error', error: { type: 'ModuleNotFoundError' } };
    expect(await first.execute(code)).toMatchObject(missing);
    const snapshot = await first.snapshot?.();
    await first.close();
    if (snapshot === undefined) throw new Error('expected a snapshot');
    const second = await openPython({ snapshot });
    expect(
      await second.execute('import sys\nprint(len(sys.meta_path))\nimport _pyodide_core'),
    ).toMatchObject({
      ...missing,
      stdout: '3\n',
    });
    const fork = await second.fork?.();
    expect(await fork?.execute(code)).toMatchObject(missing);
    await Promise.all([second.close(), fork?.close()]);
  });
});

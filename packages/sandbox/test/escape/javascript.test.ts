import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { promiseSuite } from '@rlm/config/promise-suite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { defaultLimits, type SandboxSession } from '../../src/index.js';
import { quickjs } from '../../src/quickjs/index.js';
import { attemptsThatWorkInNode, escapeAttempts } from './javascript-attempts.js';

const folder = mkdtempSync(join(tmpdir(), 'rlm-bait-'));
const secretFile = join(folder, 'secret.txt');
let server: Server;
let port = 0;
let connections = 0;

beforeAll(async () => {
  writeFileSync(secretFile, 'HOSTSECRET');
  process.env['SECRET_TOKEN'] = 'HOSTSECRET';
  server = createServer((socket) => {
    connections++;
    socket.on('error', () => undefined);
    socket.end('HTTP/1.1 204 No Content\r\n\r\n');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('expected a port');
  port = address.port;
});
afterAll(() => {
  server.close();
  delete process.env['SECRET_TOKEN'];
  rmSync(folder, { recursive: true });
});

/** An attempt that says when it begins and when it has come to its end. */
const tell = (code: string): string =>
  `print("began"); var SECRET_FILE = ${JSON.stringify(secretFile)}, PORT = ${port};\n${code}\n;print("ended")`;

describe('escape attempts in JavaScript', () => {
  const { memoryBytes } = defaultLimits;
  const promise = promiseSuite('escapes quickjs');
  const backend = quickjs();
  // Keeps the process of the backend there, so that what a session leaves in it is seen.
  let beside: SandboxSession;
  beforeAll(async () => {
    beside = await backend.open();
  });
  afterAll(() => beside.close());

  it('are at least 60', () => {
    expect(Object.keys(escapeAttempts).length).toBeGreaterThanOrEqual(60);
  });

  it.each(Object.entries(escapeAttempts))('%s reaches nothing', async (name, code) => {
    const seen: unknown[] = [];
    const before = connections;
    const functions = {
      llm_query(value: unknown) {
        seen.push(value);
        return 'ok';
      },
      fail() {
        throw new Error('no');
      },
    };
    const about = { backend: 'quickjs', name, memoryBytes };
    const timeoutMs = 10_000;
    const { stdout, stderr, error } = await promise.run(about, async ({ inTime }) => {
      const session = await backend.open({ functions });
      try {
        return await inTime(timeoutMs, () => session.execute(tell(code), { timeoutMs }));
      } finally {
        await inTime(0, () => session.close());
      }
    });
    if (name.includes('closes the wrapper')) expect(error?.type).toBe('SyntaxError');
    else {
      expect(stdout).toContain('began\n');
      // A guest that breaks its own arrays may break its own printing.
      const isMute = name.includes('setters on Array.prototype');
      if (error === undefined && !isMute) expect(stdout).toContain('ended\n');
      expect(error?.type).not.toBe('SyntaxError');
    }
    expect(stdout + stderr).not.toContain('ESCAPED');
    expect(connections).toBe(before);
    expect(existsSync(`${secretFile}.new`)).toBe(false);
    expect('polluted' in {}).toBe(false);
    expect(seen.every((value) => typeof value === 'string' || isPlain(value))).toBe(true);
  });
});

describe('the same attempts in plain Node.js', () => {
  const prelude = `
    const print = (...values) => console.log(...values);
    const llm_query = async () => 'ok', fail = async () => { throw new Error('no') }, FINAL = () => {};`;

  it.each(attemptsThatWorkInNode)('%s gets out', { timeout: 60_000 }, async (name) => {
    const source = `${prelude}\n(async () => { ${tell(escapeAttempts[name] ?? '')} })().finally(() => process.exit())`;
    const { stdout } = await promisify(execFile)(process.execPath, ['-e', source]);
    rmSync(`${secretFile}.new`, { force: true });
    expect(stdout).toContain('ESCAPED');
  });
});

function isPlain(value: unknown): boolean {
  return (
    value === null || JSON.stringify(JSON.parse(JSON.stringify(value))) === JSON.stringify(value)
  );
}

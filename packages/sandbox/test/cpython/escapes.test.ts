import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, it } from 'vitest';

import { cpython, unsafeCpython } from '../../src/cpython/index.js';
import type { SandboxBackend, SandboxSession } from '../../src/index.js';
import { describeWhere } from '../support/describe-where.js';
import { type Bait, type EscapeAttempt, escapeAttempts } from './support/escape-attempts.js';

const [walled, unwalled] = [cpython(), unsafeCpython()];

let server: Server;
let connections = 0;
let bait: Bait;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rlm-escape-'));
  server = createServer((socket) => {
    connections += 1;
    socket.on('error', () => undefined);
    socket.end('HELLO');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  process.env['RLM_ESCAPE_SECRET'] = 'SECRET';
  const secretFile = join(folder, 'secret.txt');
  await writeFile(secretFile, 'SECRET');
  bait = {
    port: address.port,
    secretFile,
    folder,
    variable: 'RLM_ESCAPE_SECRET',
    hostPid: process.pid,
  };
});

afterAll(async () => {
  delete process.env['RLM_ESCAPE_SECRET'];
  server.close();
  await rm(folder, { recursive: true, force: true });
});

/** `ran` shows that the attempt was executed, not refused before. */
const wrapped = (attempt: EscapeAttempt): string => `escaped = None
print("ran")
try:
${attempt
  .code(bait)
  .split('\n')
  .map((line) => `    ${line}`)
  .join('\n')}
except BaseException as reason:
    print("held:", type(reason).__name__, reason)
print("ESCAPED" if escaped else "contained")`;

/** Runs attempts in one session, for as long as one lives. Gives what they print, and whether the process has ended. */
function suite(backend: SandboxBackend): (attempt: EscapeAttempt) => Promise<string> {
  let session: SandboxSession | undefined;
  afterAll(() => session?.close());
  return async (attempt) => {
    session ??= await backend.open({ preflight: false });
    const result = await session.execute(wrapped(attempt), { timeoutMs: 8_000 });
    if (result.session === 'kept') return result.stdout;
    await session.close();
    session = undefined;
    return `${result.stdout}gone`;
  };
}

describeWhere(await walled.probe(), 'cpython: escapes', () => {
  const run = suite(walled);

  it.each(escapeAttempts.map((attempt) => [attempt.name, attempt] as const))(
    '%s: does not get out',
    async (_name, attempt) => {
      const seen = connections;
      const said = await run(attempt);
      expect(said).toMatch(/^ran/);
      expect(said).not.toContain('ESCAPED');
      expect(said).toMatch(/contained|gone/);
      expect(connections).toBe(seen);
      expect(await readdir(folder)).toEqual(['secret.txt']);
    },
  );
});

describeWhere(await unwalled.probe(), 'unsafeCpython: the same attempts are real ones', () => {
  const run = suite(unwalled);

  it.each(
    escapeAttempts
      .filter((attempt) => attempt.worksUnwalled)
      .map((attempt) => [attempt.name, attempt] as const),
  )('%s: works where there is no wall', async (_, attempt) => {
    expect(await run(attempt)).toContain('ESCAPED');
  });
});

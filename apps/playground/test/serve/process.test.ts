import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { expect, it } from 'vitest';

import { homeAt, inherited, runCommand } from '../support/run-command.js';
import { ask } from '../support/serve-client.js';

const command = fileURLToPath(new URL('../../bin/rlm.mjs', import.meta.url));

it('rlm serve prints one line, lets in who has it, and ends its runs when it is told to', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'rlm-serve-'));
  const child = spawn(process.execPath, [command, 'serve', '--port', '0'], {
    cwd: folder,
    env: { ...inherited, ...homeAt(join(folder, 'home')) },
    timeout: 110_000,
    killSignal: 'SIGKILL',
  });
  try {
    let [stdout, stderr] = ['', ''];
    child.stderr.on('data', (data: Buffer) => (stderr += data.toString()));
    child.stdout.on('data', (data: Buffer) => (stdout += data.toString()));
    await once(child.stdout, 'data');
    expect(stdout).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/#token=[\w-]{32}\n$/);
    const { port: named, hash } = new URL(stdout.trim());
    const port = Number(named);
    expect((await ask(port, '/api/runs')).status).toBe(401);
    const authorization = `Bearer ${hash.replace('#token=', '')}`;
    const list = await ask(port, '/api/runs', { headers: { authorization } });
    expect(list).toMatchObject({ status: 200, text: '{"runs":[]}' });

    const text = await ask(port, '/api/texts?name=a.txt', {
      ...{ method: 'PUT', body: 'The comet.', headers: { authorization } },
    });
    const { id } = JSON.parse(text.text) as { id: string };
    const run = await ask(port, '/api/runs', {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify({ question: 'Which?', texts: [id], model: 'by-hand', durable: true }),
    });
    expect(run.status).toBe(201);
    const { id: runId } = JSON.parse(run.text) as { id: string };

    const taken = await runCommand(folder, ['serve', '--port', named]);
    expect(taken).toMatchObject({ code: 2, stdout: '' });
    expect(taken.stderr).toMatch(
      new RegExp(`^rlm: .*\\bport ${named} is taken: .*\\(--port\\)\\n$`),
    );
    child.kill('SIGTERM');
    const [code] = (await once(child, 'exit')) as [number | null];
    expect(code).toBe(130);
    expect(stdout.trimEnd().split('\n')).toHaveLength(1);
    expect(stderr).not.toMatch(/\bat .*:\d+/);
    const { stdout: runs } = await runCommand(folder, ['runs', '--json'], {
      environment: homeAt(join(folder, 'home')),
    });
    expect(JSON.parse(runs)).toMatchObject([{ id: runId, status: 'open', question: 'Which?' }]);
  } finally {
    child.kill('SIGKILL');
    await rm(folder, { recursive: true, force: true });
  }
});

import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { join } from 'node:path';

import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { bundleScript } from '@rlm/config/bundle';
import { jsonlStore } from '@rlm/journal/jsonl';
import { describe, expect, it, onTestFinished } from 'vitest';

import { clientWith, folderOf, read } from '../support/serve.js';

const root = fileURLToPath(new URL('../../', import.meta.url));

describe('a server that a client starts as a process', () => {
  it('answers over stdin and stdout, and ends with its client; the run that was under way can be resumed', async () => {
    const folder = await folderOf({ 'docs/a.txt': 'one' });
    const script = await bundleScript(
      fileURLToPath(new URL('../support/stdio-child.ts', import.meta.url)),
      { root, external: ['quickjs-wasi', '@modelcontextprotocol/sdk'] },
    );
    const runs = join(folder, 'runs');
    const transport = new StdioClientTransport({
      command: process.execPath,
      args: [script, join(folder, 'docs'), runs],
      stderr: 'pipe',
    });
    let said = '';
    transport.stderr?.on('data', (data: Buffer) => (said += data.toString()));
    const client = clientWith();
    await client.connect(transport);
    expect(client.getServerVersion()).toMatchObject({ name: 'rlm' });
    const ask = (question: string, onprogress = (): void => undefined) =>
      client.callTool({ name: 'ask', arguments: { question, paths: ['.'] } }, undefined, {
        onprogress,
      });
    expect(read(await ask('What?')).data).toMatchObject({ answer: 'one' });

    const begun = new Promise<void>((resolve) => void ask('Hang.', resolve).catch(() => undefined));
    await begun;
    await client.close();
    await expect.poll(() => said).toContain('gone');
    const statuses: string[] = [];
    for await (const { status } of jsonlStore({ folder: runs }).list()) statuses.push(status);
    expect(statuses.sort()).toEqual(['ended', 'open']);
  });

  it('ends with a client that sends more than a message may have, and keeps none of it', async () => {
    const folder = await folderOf({ 'docs/a.txt': 'one' });
    const script = await bundleScript(
      fileURLToPath(new URL('../support/stdio-child.ts', import.meta.url)),
      { root, external: ['quickjs-wasi', '@modelcontextprotocol/sdk'] },
    );
    const child = spawn(process.execPath, [script, join(folder, 'docs'), join(folder, 'runs')]);
    onTestFinished(() => void child.kill('SIGKILL'));
    let said = '';
    child.stderr.on('data', (data: Buffer) => (said += data.toString()));
    child.stdin.on('error', () => undefined);
    child.stdin.write('x'.repeat(20_000_000));
    await expect.poll(() => said, { timeout: 20_000 }).toBe('gone\n');
  });
});

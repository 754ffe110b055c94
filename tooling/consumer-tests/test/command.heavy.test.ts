import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';

import { startOpenAiServer } from '../../../apps/playground/test/models/openai-server.js';
import { installInto, npmEnv, type Consumer } from './consumer.js';
import type { LoopbackRegistry } from './loopback-registry.js';
import { openCommandRegistry } from './workspace-registry.js';

const run = promisify(execFile);
let registry: LoopbackRegistry;
let consumer: Consumer;
beforeAll(async () => {
  registry = await openCommandRegistry();
  consumer = await installInto(registry.url, ['@rlm/playground']);
}, 300_000);
afterAll(async () => {
  await consumer.remove();
  await registry.close();
});

describe('a folder in which @rlm/playground is installed by name', () => {
  const rlm = (...args: readonly string[]): Promise<{ stdout: string; stderr: string }> =>
    run(join(consumer.directory, 'node_modules', '.bin', 'rlm'), args, {
      cwd: consumer.directory,
    });

  it('has a command that answers questions', async () => {
    await mkdir(join(consumer.directory, 'notes'));
    await writeFile(join(consumer.directory, 'notes', '2001.txt'), 'The comet came back.');
    const asked = ['ask', 'Which file first mentions the comet?', 'notes', '--planner'];
    const { stdout } = await rlm(...asked);
    expect(stdout).toBe('2001 (2001.txt) is the first of 1 document to mention "comet".\n');
    expect((await rlm('runs')).stdout).toContain('Which file first mentions');
  });

  it('has what the command needs: JavaScript, Python, the page', async () => {
    const report = JSON.parse((await rlm('doctor', '--json')).stdout) as {
      readonly backends: readonly { readonly name: string; readonly ok: boolean }[];
    };
    const works = report.backends.filter(({ ok }) => ok).map(({ name }) => name);
    expect(works).toEqual(expect.arrayContaining(['quickjs', 'pyodide']));
    const page = join(consumer.directory, 'node_modules/@rlm/playground/dist/page/index.html');
    const { stdout } = await run('node', ['-p', `fs.existsSync(${JSON.stringify(page)})`]);
    expect(stdout).toBe('true\n');
  });
});

describe('an empty folder', () => {
  it('has a server for agents by npx @rlm/mcp, over which a run is asked', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'rlm-npx-'));
    const model = await startOpenAiServer(['```js\nFINAL(context)\n```']);
    onTestFinished(async () => {
      await model.close();
      await rm(folder, { recursive: true });
    });
    await mkdir(join(folder, 'docs'));
    await writeFile(join(folder, 'docs', 'a.txt'), 'one');
    const client = new Client({ name: 'agent', version: '1.0.0' });
    await client.connect(
      new StdioClientTransport({
        command: 'npx',
        args: ['-y', '@rlm/mcp', 'docs', '--base-url', model.baseUrl, '--model', 'tiny'],
        cwd: folder,
        env: {
          PATH: npmEnv['PATH'] ?? '',
          HOME: folder,
          npm_config_registry: registry.url,
          npm_config_cache: join(folder, '.npm'),
        },
        stderr: 'ignore',
      }),
      { timeout: 200_000 },
    );
    const asked = { question: 'What is in it?', paths: ['a.txt'] };
    const answer = await client.callTool({ name: 'ask', arguments: asked });
    expect(answer).toMatchObject({ structuredContent: { answer: 'one', finishReason: 'final' } });
    await client.close();
  }, 300_000);
});

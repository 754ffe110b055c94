import { join } from 'node:path';

import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { describe, expect, it } from 'vitest';

import { startOpenAiServer } from '../../../apps/playground/test/models/openai-server.js';
import { folders, run, tarballOf, useProject, userEnv, write } from './project.js';

describe.each([
  ['@rlm/playground is installed by name', ['@rlm/playground']],
  ['all tarballs are installed', folders.map(tarballOf)],
])('an empty folder in which %s', (_, installed) => {
  const project = useProject(installed);
  const rlm = (...args: readonly string[]): Promise<string> =>
    run(project(), ['npx', 'rlm', ...args], { HOME: join(project(), 'home') });

  it('has a command that answers questions', async () => {
    await write(project(), { 'notes/2001.txt': 'The comet came back.' });
    const asked = ['ask', 'Which file first mentions the comet?', 'notes', '--planner'];
    const answer = '2001 (2001.txt) is the first of 1 document to mention "comet".';
    expect(await rlm(...asked)).toBe(answer);
    expect(await rlm('runs')).toContain('Which file first mentions');
  });

  it('has what the command needs: JavaScript and Python', async () => {
    const report = await rlm('doctor', '--json');
    expect(report).toMatch(/"quickjs"[^}]*"ok":true[^]*"pyodide"[^}]*"ok":true/);
  });
});

describe('an empty folder', () => {
  const project = useProject([]);

  it('has a server for agents by npx @rlm/mcp, over which a run is asked', async () => {
    const model = await startOpenAiServer(['```js\nFINAL(context)\n```']);
    await write(project(), { 'docs/a.txt': 'one' });
    const args = ['-y', '@rlm/mcp', 'docs', '--base-url', model.baseUrl, '--model', 'tiny'];
    const place = { cwd: project(), env: { PATH: userEnv['PATH'] ?? '', HOME: project() } };
    const client = new Client({ name: 'agent', version: '1.0.0' });
    const server = new StdioClientTransport({ ...place, command: 'npx', args, stderr: 'ignore' });
    await client.connect(server, { timeout: 200_000 });
    const asked = { question: 'What is in it?', paths: ['a.txt'] };
    const answer = await client.callTool({ name: 'ask', arguments: asked });
    expect(answer).toMatchObject({ structuredContent: { answer: 'one', finishReason: 'final' } });
    await client.close();
    await model.close();
  }, 300_000);
});

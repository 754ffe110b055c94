import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { endpoint, notesFolder, type NotesFolder } from '../support/notes-folder.js';
import { startServer } from './loopback-server.js';
import { startOpenAiServer } from './openai-server.js';

let folder: NotesFolder;
beforeAll(async () => {
  folder = await notesFolder();
});
afterAll(() => folder[Symbol.asyncDispose]());

describe('rlm models', () => {
  it('lists the models of an endpoint, those that talk first, with their address', async () => {
    const data = ['nomic-embed', 'qwen3', 'a\u001B[2Jb'].map((id) => ({ id }));
    const server = await startServer((_, response) => response.end(JSON.stringify({ data })));
    try {
      const listed = await folder.rlm(['models', ...endpoint(server)]);
      expect(listed).toEqual({
        code: 0,
        stdout: ['qwen3', 'a\u241B[2Jb', 'nomic-embed']
          .map((id) => `${id}  ${server.baseUrl}\n`)
          .join(''),
        stderr: '',
      });
      const { stdout } = await folder.rlm(['models', '--json', ...endpoint(server)]);
      expect(JSON.parse(stdout)).toContainEqual({
        id: 'qwen3',
        server: 'endpoint',
        baseUrl: server.baseUrl,
      });
    } finally {
      await server.close();
    }
  });

  it('says what to do without a model, and why an endpoint has none', async () => {
    const server = await startServer((_, response) => response.end('{"data":[]}'));
    const none = await folder.rlm(['models', ...endpoint(server)]);
    expect(none).toMatchObject({ code: 1, stdout: '' });
    expect(none.stderr).toMatch(/^rlm: .*ollama pull qwen3.*--base-url\n$/);
    await server.close();
    const gone = await folder.rlm(['models', ...endpoint(server)]);
    expect(gone).toMatchObject({ code: 2, stdout: '' });
    expect(gone.stderr).toContain(' model server: ');
  });
});

describe('rlm demo', () => {
  it('asks no model that it was not told to ask, and says why', async () => {
    const server = await startOpenAiServer(['```js\nFINAL("1901")\n```', '```js\nFINAL("3")\n```']);
    const environment = { RLM_BASE_URL: server.baseUrl, RLM_MODEL: 'tiny-chat' };
    try {
      const usual = await folder.rlm(['demo'], { environment });
      expect(usual).toMatchObject({ code: 0, stderr: '' });
      expect(usual.stdout).toContain('Model: planner: no language model');
      expect(usual.stdout).toContain('The demonstration is the same on each machine');
      expect(server.headers).toEqual([]);

      const asked = await folder.rlm(['demo', '--model', 'tiny-chat'], { environment });
      expect(asked).toMatchObject({ code: 0, stderr: '' });
      expect(asked.stdout).toMatch(/^Model: tiny-chat \(endpoint, [\d.:]+\), named by --model$/m);
      expect(server.requests.length).toBe(2);
    } finally {
      await server.close();
    }
  });
});

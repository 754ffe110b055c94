import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { notesFolder, type NotesFolder } from './support/notes-folder.js';
import { startOpenAiServer } from './models/openai-server.js';

let folder: NotesFolder;
beforeAll(async () => {
  folder = await notesFolder();
});
afterAll(() => folder[Symbol.asyncDispose]());

describe('rlm demo', () => {
  it('asks no model that it was not told to ask', async () => {
    const server = await startOpenAiServer(['```js\nFINAL("1901")\n```']);
    const environment = { RLM_BASE_URL: server.baseUrl, RLM_MODEL: 'tiny-chat' };
    try {
      const usual = await folder.rlm(['demo'], { environment });
      expect(usual).toMatchObject({ code: 0, stderr: '' });
      expect(usual.stdout).toContain('Model: a script, no language model');
      expect(server.headers).toEqual([]);

      const asked = await folder.rlm(['demo', '--model', 'tiny-chat'], { environment });
      expect(asked).toMatchObject({ code: 0, stderr: '' });
      expect(asked.stdout).toMatch(/^Model: tiny-chat \(endpoint, [\d.:]+\), named by --model$/m);
      expect(server.requests.length).toBe(1);
    } finally {
      await server.close();
    }
  });

  it('fits on a screen: searches, asks sub-queries, answers, and works on a task', async () => {
    const { stdout } = await folder.rlm(['demo']);
    expect(stdout.split('\n').length).toBeLessThan(60);
    const words =
      /10,760,042 characters[^]*1900s: 101 [^]*\d more sub-queries[^]*Answer: Most in the 1900s: 101 passages, mostly about rates\.[^]*Task:[^]*27 documents[^]*Status: pending_review/;
    expect(stdout).toMatch(words);
    const blocks = stdout.match(/code.*:\n(?: {2}\| .*\n)+/g) ?? [];
    expect(blocks.map((block) => block.split('\n').length - 2)).toEqual([8, 5, 5]);
  });
});

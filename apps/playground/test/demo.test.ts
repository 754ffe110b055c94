import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { notesFolder, type NotesFolder } from './support/notes-folder.js';
import { startOpenAiServer } from './models/openai-server.js';

let folder: NotesFolder;
beforeAll(async () => {
  folder = await notesFolder();
});
afterAll(() => folder[Symbol.asyncDispose]());

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

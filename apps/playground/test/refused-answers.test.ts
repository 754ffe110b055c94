import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { startOpenAiServer, type OpenAiServer } from './models/openai-server.js';
import { endpoint, notesFolder, type NotesFolder } from './support/notes-folder.js';

let folder: NotesFolder;
let server: OpenAiServer;
beforeEach(async () => {
  folder = await notesFolder();
  server = await startOpenAiServer(() => '```js\nFINAL({ a: "x" })\n```');
});
afterEach(async () => {
  await folder[Symbol.asyncDispose]();
  await server.close();
});

describe('an answer that --schema refuses', () => {
  it('is shown with the reason, live and at the end', async () => {
    const schema = { type: 'object', properties: { a: { type: 'number' } } };
    await writeFile(join(folder.path, 'schema.json'), JSON.stringify(schema));
    const ask = ['ask', 'How many?', 'notes', ...endpoint(server)];
    const { code, stderr } = await folder.rlm([
      ...ask,
      ...['--schema', 'schema.json', '--max-steps', '2'],
    ]);
    expect(code).toBe(1);
    expect(stderr).toMatch(/\brefused: \{ "a": "x" \}\n\s+a: .*number, got "x"/);
    expect(stderr).toMatch(/\b3 answers .*: a: .*number, got "x"/);
  });
});

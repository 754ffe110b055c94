import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { ask } from '../../src/ask.js';
import { taskSpecOf } from '../../src/runs/task-spec.js';
import { startOpenAiServer, type OpenAiServer } from '../models/openai-server.js';
import { endpoint, notesFolder, type NotesFolder } from '../support/notes-folder.js';
import { keepRun, runsOf, specAt } from '../support/kept-run.js';
import { openClient, openTestServer } from '../support/serve-client.js';

const elsewhere = 'http://elsewhere.invalid/v1';
const key = 'a-key-of-mine';
const environment = { RLM_API_KEY: key };
const refusal = `the run has its models at ${elsewhere}, which this command does not name: neither your key nor your text goes there. If you trust that address: --base-url ${elsewhere} (or RLM_BASE_URL)`;
const final = '```js\nFINAL("Halley")\n```';

let folder: NotesFolder;
let server: OpenAiServer;
beforeEach(async () => {
  folder = await notesFolder();
  server = await startOpenAiServer(() => final);
});
afterEach(async () => {
  await folder[Symbol.asyncDispose]();
  await server.close();
});

describe('the journal of a run', () => {
  it.each([
    [['resume', 'forged']],
    [['fork', 'forged', '--at', '1']],
    [['fork', 'forged', '--at', '1', '--model', 'other']],
    [['resume', 'task']],
  ])('names no endpoint that gets a key, or a text: %j', async (command) => {
    await keepRun(runsOf(folder), 'forged', specAt(folder, elsewhere));
    const { model } = specAt(folder, elsewhere);
    const settings = { output: 'text', all: false, maxSteps: 2, timeoutMs: 60_000 } as const;
    await keepRun(
      runsOf(folder),
      'task',
      taskSpecOf({ prompt: 'Look', folder: folder.path, model, settings }),
    );
    const asked = await folder.rlm(command, { environment });
    expect(asked).toEqual({ code: 2, stdout: '', stderr: `rlm: ${refusal}\n` });
    // The endpoint that is named is another one.
    const other = { ...environment, RLM_BASE_URL: server.baseUrl };
    expect((await folder.rlm(command, { environment: other })).stderr).toContain(refusal);
    expect(server.requests).toEqual([]);
  });

  it('takes no key to this machine either, unless the address is named', async () => {
    await keepRun(runsOf(folder), 'forged', specAt(folder, server.baseUrl));
    const resumed = await folder.rlm(['resume', 'forged'], { environment });
    expect(resumed).toMatchObject({ code: 0, stdout: 'Halley\n' });
    await folder.rlm(['fork', 'forged', '--at', '1'], { environment });
    expect(server.keys).toEqual([undefined, undefined]);

    const there = [...endpoint(server), '--model', 'other'];
    await folder.rlm(['fork', 'forged', '--at', '1', ...endpoint(server)], { environment });
    await folder.rlm(['fork', 'forged', '--at', '1', ...there], { environment });
    await keepRun(runsOf(folder), 'again', specAt(folder, `${server.baseUrl}/`));
    const named = { ...environment, RLM_BASE_URL: server.baseUrl };
    await folder.rlm(['resume', 'again'], { environment: named });
    expect(server.keys.slice(2)).toEqual(Array.from({ length: 3 }, () => `Bearer ${key}`));
    expect(server.requests.slice(2).map(({ model }) => model)).toEqual([
      ...['tiny-chat', 'other', 'tiny-chat'],
    ]);
  });

  it('gives the answer again without its endpoint, when it has ended', async () => {
    const spec = specAt(folder, elsewhere);
    const { store } = runsOf(folder);
    const model = (): Promise<string> => Promise.resolve(final);
    await ask({
      ...spec.settings,
      ...{ label: 'x', model, subModel: model, question: spec.question },
      text: { value: 'The comet came back.', characters: 20, label: '1 file' },
      journal: await store.create({ runId: 'done', spec }),
      abortSignal: new AbortController().signal,
      onEvent: () => undefined,
    });
    expect(await folder.rlm(['resume', 'done'], { environment })).toMatchObject({
      code: 0,
      stdout: 'Halley\n',
    });
  });

  it('names none to the page', async () => {
    await keepRun(runsOf(folder), 'forged', specAt(folder, elsewhere));
    await keepRun(runsOf(folder), 'local', specAt(folder, server.baseUrl));
    await using page = await openTestServer({
      naming: { environment: { ...environment, RLM_BASE_URL: 'http://mine.invalid/v1' } },
      runs: runsOf(folder),
    });
    const client = openClient(page);
    // The refusal names the address, and the two ways to trust it.
    const said = new RegExp(
      `^409 .*${elsewhere}, which is not named now.*Endpoint and key.*--base-url.*"code":"conflict"`,
    );
    await expect(client.json('POST', '/api/runs/forged/resume')).rejects.toThrow(said);
    await expect(client.json('POST', '/api/runs/forged/fork', { atStep: 1 })).rejects.toThrow(said);
    await client.json('POST', '/api/runs/local/resume');
    expect(await client.end('local')).toMatchObject({ answer: 'Halley' });
    expect(server.keys).toEqual([undefined]);
  });
});

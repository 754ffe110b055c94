import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import type { AskedRun } from '../../src/api.js';
import { keepRun, runsOf, specAt } from '../support/kept-run.js';
import { notesFolder, type NotesFolder } from '../support/notes-folder.js';
import {
  openClient,
  openTestServer,
  type Client,
  type TestServer,
} from '../support/serve-client.js';

let folder: NotesFolder;
let server: TestServer;
let client: Client;
beforeEach(async () => {
  folder = await notesFolder();
  server = await openTestServer({ runs: runsOf(folder) });
  client = openClient(server);
});
afterEach(async () => {
  await server[Symbol.asyncDispose]();
  await folder[Symbol.asyncDispose]();
});

const nobody = 'http://127.0.0.1:9/v1';
const askedOf = (id: string) => client.json<AskedRun>('GET', `/api/runs/${id}/asked`);
const again = (id: string, more: object = {}) =>
  client.start({ question: 'Which comet?', texts: [], textsOf: id, model: 'by-hand', ...more });
/** The text that a run by hand has, as its answer. */
async function textIn(id: string): Promise<unknown> {
  for await (const { event, data } of client.events(id)) {
    if (event !== 'prompt') continue;
    const reply = { promptId: data['promptId'], text: '```js\nFINAL(context)\n```' };
    await client.json('POST', `/api/runs/${id}/replies`, reply);
    break;
  }
  return (await client.end(id)).answer;
}

describe('a run that is asked again', () => {
  it('of the command line says what it was asked, and lends its texts', async () => {
    await keepRun(runsOf(folder), 'kept', specAt(folder, nobody));
    expect(await askedOf('kept')).toEqual({
      ...{ question: 'Which comet?', texts: [], textsOf: 'kept', model: 'named:tiny-chat' },
      endpoint: { baseUrl: nobody },
      ...{ maxSteps: 2, maxSubQueries: 0, timeoutMs: 60_000 },
      ...{ durable: true },
    });
    for (const durable of [false, true]) {
      const { id } = await again('kept', { durable });
      expect(await textIn(id)).toBe('The comet came back.');
      const { question, texts, textsOf, model } = await askedOf(id);
      expect({ question, texts, textsOf, model }).toEqual({
        ...{ question: 'Which comet?', texts: [], textsOf: id, model: 'by-hand' },
      });
    }
  });

  it('of this server names its texts, as long as the server has them', async () => {
    const text = await client.upload('notes.txt', 'The comet came back.');
    const { id } = await client.start({
      question: 'Which comet?',
      texts: [text],
      model: 'planner',
    });
    await client.end(id);
    expect(await askedOf(id)).toEqual({
      ...{ question: 'Which comet?', texts: [text], model: 'planner' },
    });
    await client.ask(`/api/texts/${text}`, { method: 'DELETE' });
    expect(await askedOf(id)).toMatchObject({ texts: [], textsOf: id });
    await expect(again(id, { texts: ['state-of-the-union'] })).rejects.toThrow(/400 .*textsOf/);
    const { id: other } = await again(id, { durable: true });
    expect(await textIn(other)).toBe('The comet came back.');
  });

  it('is one that there is', async () => {
    await expect(askedOf('none')).rejects.toThrow(/404/);
  });
});

import { fileURLToPath } from 'node:url';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { answerKept, runsOf } from '../support/kept-run.js';
import { notesFolder, type NotesFolder } from '../support/notes-folder.js';
import { openClient, openTestServer, type TestServer } from '../support/serve-client.js';
import { closePages, noBrowser, openContext, openPage } from './browser.js';
import { Visitor } from './visitor.js';

const note = noBrowser === undefined ? '' : ` (skipped: ${noBrowser})`;

describe.skipIf(noBrowser !== undefined)(`how a run stands${note}`, { timeout: 300_000 }, () => {
  let folder: NotesFolder;
  let server: TestServer;
  let visitor: Visitor;
  beforeAll(async () => {
    folder = await notesFolder();
    const one = { inAll: 20, perClient: 20 };
    server = await openTestServer({
      runs: runsOf(folder),
      page: fileURLToPath(new URL('../../dist/page', import.meta.url)),
      limits: { sessions: { characters: one, turns: { inAll: 2, perClient: 2 }, small: 10 } },
    });
    visitor = new Visitor(await openPage(await openContext(), new URL(server.address).origin));
    await visitor.page.goto(server.address);
    await visitor.page.getByLabel('Question', { exact: true }).waitFor();
  });
  afterAll(async () => {
    await closePages();
    await server[Symbol.asyncDispose]();
    await folder[Symbol.asyncDispose]();
    expect(visitor.faults).toEqual([]);
  });
  const show = (id: string) => visitor.page.goto(`${new URL(server.address).origin}/#/runs/${id}`);

  it('is seen of a kept run that failed, with why', async () => {
    await answerKept(folder, 'failed', () => {
      throw new Error('the model fell asleep');
    });
    await show('failed');
    await visitor.page.getByText('It failed: the model fell asleep').waitFor();
    await visitor.sees('The model did not finish its reply');
    await visitor.button('Resume').waitFor();
    expect(await visitor.button('Resume').isVisible()).toBe(true);
  });

  it('is seen of a run that waits, until it goes on', async () => {
    const client = openClient(server);
    const texts = [await client.upload('notes.txt', 'The comet came back.')];
    const asked = { question: 'Which comet?', texts, model: 'by-hand', durable: true };
    const first = await client.start(asked);
    for await (const { event } of client.events(first.id)) if (event === 'prompt') break;
    const { id } = await client.start(asked);
    await show(id);
    await visitor.sees('until other runs about large texts leave room for it');
    await visitor.button('Stop').waitFor();
    await client.json('POST', `/api/runs/${first.id}/stop`);
    await visitor.page.getByLabel('Your reply').waitFor();
    await visitor.page.locator('.status-running').waitFor();
    await client.json('POST', `/api/runs/${id}/stop`);
    const stopped = visitor.page.locator('.status-open');
    await stopped.waitFor();
    expect(await stopped.isVisible()).toBe(true);
  });
});

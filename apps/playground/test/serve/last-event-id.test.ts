import { afterEach, describe, expect, it } from 'vitest';

import { openClient, openTestServer, type TestServer } from '../support/serve-client.js';

let server: TestServer | undefined;
afterEach(async () => {
  await server?.[Symbol.asyncDispose]();
  server = undefined;
});

/** A run that waits for a person, and its client. */
async function begin() {
  server = await openTestServer();
  const client = openClient(server);
  const texts = [await client.upload('notes.txt', 'The comet came back in 2001.\n')];
  const run = await client.start({ question: 'Which comet?', texts, model: 'by-hand' });
  return { client, id: run.id, live: await server.runs.catalogue.show(run.id) };
}

describe('a reader that comes back with Last-Event-ID', () => {
  it.each([
    '-1',
    '1.5',
    '1e9',
    '0x10',
    'NaN',
    '1\t2',
    '1\u009B2J',
    '9999999999',
    '9'.repeat(8_000),
    'run_other:1.0.0',
    '../1',
  ])('is refused at once if that is %j', async (after) => {
    const { client, id, live } = await begin();
    const headers = { 'last-event-id': after };
    const { status, text } = await client.ask(`/api/runs/${id}/events`, { headers });
    expect(status).toBe(400);
    expect(text).toMatch(/\bLast-Event-ID .*\bnumber\b/);
    expect(live.isWatched).toBe(false);
  });

  it('hears what is new if that is an event which is not there yet', async () => {
    const { client, id } = await begin();
    const told: string[] = [];
    for await (const { event } of client.events(id, '999999999')) {
      told.push(event);
      if (event === 'prompt') await client.json('POST', `/api/runs/${id}/stop`);
    }
    expect(told).toContain('prompt');
    expect(told.at(-1)).toBe('end');
    const after: string[] = [];
    for await (const { event } of client.events(id, '999999999')) after.push(event);
    expect(after).toEqual(['end']);
  });

  it('leaves nothing behind, however often it comes back', async () => {
    const { client, id, live } = await begin();
    for (let round = 0; round < 300; round += 1) {
      const events = client.events(id, String(round % 5));
      await events.next();
      await events.return();
    }
    while (live.isWatched) await new Promise((resolve) => setImmediate(resolve));
    for await (const { event } of client.events(id)) if (event === 'prompt') break;
    expect(server?.faults).toEqual([]);
  });
});

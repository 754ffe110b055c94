import type { Socket } from 'node:net';

import { eventually } from '@rlm/config/eventually';
import { afterEach, describe, expect, it } from 'vitest';

import type { TextInfo } from '../../src/api.js';
import { serveLimits } from '../../src/serve/limits.js';
import { expectExportsToWait } from '../support/exports-waiting.js';
import { openClient, openTestServer, type TestServer } from '../support/serve-client.js';
import { expectTextsToCount } from '../support/texts-in-memory.js';
import { head, openUnread } from '../support/unread-socket.js';

// Each thing that the server keeps for others, most at the limits that it has by itself.

const megabyte = 2 ** 20;
let server: TestServer | undefined;
const sockets: Socket[] = [];
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await server?.[Symbol.asyncDispose]();
  server = undefined;
});

/** A connection that is not read, until the test ends. */
function open(to: TestServer, text: string): Socket {
  const socket = openUnread(to, text);
  sockets.push(socket);
  return socket;
}

/** What is in buffers, beside the heap. */
const buffered = (): number => {
  const { arrayBuffers, external } = process.memoryUsage();
  return arrayBuffers + external;
};

describe('texts', () => {
  it('count by what is kept of them: small files of long texts fill the room of a client', async () => {
    // At an eighth of the limits; `kept-at-defaults.heavy.test.ts` has the whole.
    await expectTextsToCount(1 / 8);
  });

  it('that were removed count as long as a run has them', async () => {
    server = await openTestServer({
      limits: { texts: { bytesInAll: 2_000, bytesPerClient: 2_000, charactersOfOne: 500 } },
    });
    const client = openClient(server);
    const text = 'The comet came back. '.repeat(20);
    const put = () => client.ask('/api/texts?name=a.txt', { method: 'PUT', body: text });
    const id = await client.upload('notes.txt', text);
    const run = await client.start({ question: 'Which?', texts: [id], model: 'by-hand' });
    await client.json('DELETE', `/api/texts/${id}`);
    const { texts } = await client.json<{ texts: TextInfo[] }>('GET', '/api/texts');
    expect(texts).toHaveLength(1);
    expect(await put()).toMatchObject({
      status: 429,
      text: expect.stringContaining('runs that were asked about texts that are removed') as string,
    });
    await client.json('DELETE', `/api/runs/${run.id}`);
    expect((await put()).status).toBe(201);
  });
});

describe('bodies that do not come to their end', () => {
  it('keep nobody out, by one name or by many', async () => {
    const opened = await openTestServer();
    server = opened;
    const upload = (client: string): Socket =>
      open(
        opened,
        `${head(opened, client, 'PUT /api/texts?name=a.txt HTTP/1.1', 'Content-Length: 1000')}a`,
      );
    const answers = (from: readonly Socket[]): Promise<string[]> =>
      Promise.all(
        from.map(
          (socket) =>
            new Promise<string>((resolve) => {
              socket.once('data', (data) => {
                resolve(String(data).slice(9, 12));
              });
              socket.resume();
            }),
        ),
      );
    // One client has 20.
    const own = Array.from({ length: 20 }, () => upload('one'));
    expect(own).toHaveLength(20);
    expect(await answers(Array.from({ length: 10 }, () => upload('one')))).toEqual(
      Array.from({ length: 10 }, () => '429'),
    );
    // All together have 100.
    const others = Array.from({ length: 450 }, (_, count) => upload(`client-${count}`));
    let refused = 0;
    for (const socket of others) {
      socket.once('data', (data) => {
        if (String(data).startsWith('HTTP/1.1 429')) refused += 1;
      });
      socket.resume();
    }
    await eventually(() => {
      expect(refused).toBe(450 - 80);
    });
    const client = openClient(server);
    const headers = { connection: 'close' };
    expect((await client.ask('/', { headers })).status).toBe(200);
    expect((await client.ask('/api/runs', { headers })).status).toBe(200);
    // They go as they came.
    for (const socket of [...own, ...others]) socket.destroy();
    await eventually(async () => {
      expect(await client.upload('a.txt', 'The comet.')).toMatch(/^\w+$/);
    });
  });
});

describe('requests that come before the answers are taken', () => {
  it('close their connection when they are too many', async () => {
    server = await openTestServer();
    const socket = open(server, head(server, 'one', 'GET /api/models HTTP/1.1').repeat(20_000));
    let heard = '';
    socket.on('data', (data) => (heard += String(data)));
    socket.resume();
    await new Promise((resolve) => socket.once('close', resolve));
    expect(heard.split('HTTP/1.1 200').length - 1).toBeLessThanOrEqual(
      serveLimits.requestsPerConnection,
    );
    // Others are answered.
    expect((await openClient(server).ask('/api/runs')).status).toBe(200);
  });
});

describe('readers who read nothing', () => {
  it('wait with a part of an event, however long it is', async () => {
    const opened = await openTestServer();
    server = opened;
    const client = openClient(server);
    const texts = [await client.upload('a.txt', 'The comet.')];
    const { id } = await client.start({ question: 'Which?', texts, model: 'by-hand' });
    const run = await server.runs.catalogue.show(id);
    // Each of the 80 readers would keep 4 MB.
    const prompt = '🌒'.repeat(megabyte);
    const before = buffered();
    run.log.append(JSON.stringify({ type: 'query-start', prompt }));
    run.changes.tell();
    for (let count = 0; count < 40; count += 1) {
      open(opened, head(opened, 'slow', `GET /api/runs/${id}/events HTTP/1.1`));
      open(opened, head(opened, `file-${count}`, `GET /api/runs/${id}/trajectory HTTP/1.1`));
    }
    // Who reads has all of it, each character whole.
    for await (const { data } of client.events(id)) {
      if (data['type'] !== 'query-start') continue;
      expect(data['prompt']).toBe(prompt);
      break;
    }
    expect((buffered() - before) / megabyte).toBeLessThan(100);
  });
});

describe('exported files', () => {
  it('wait to be taken up to a size', async () => {
    // At an eighth of the limits; `kept-at-defaults.heavy.test.ts` has the whole.
    await expectExportsToWait(1 / 8);
  });
});

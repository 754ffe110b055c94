import { connect, type Socket } from 'node:net';

import { errorWith } from '@rlm/config/error-with';
import { manualClock } from '@rlm/kernel/testing';
import { afterEach, describe, expect, it } from 'vitest';

import type { RunInfo } from '../../src/api.js';
import type { LiveRun } from '../../src/serve/runs/live-run.js';
import { expectOwnRuns } from '../support/own-runs.js';
import {
  openClient,
  openTestServer,
  type Client,
  type TestServer,
} from '../support/serve-client.js';

const text = 'In 1999 nothing happened.\nIn 2001 the comet came back. The comet was bright.\n';

let server: TestServer | undefined;
afterEach(async () => {
  await server?.[Symbol.asyncDispose]();
  server = undefined;
});

const until = async (holds: () => boolean): Promise<void> => {
  while (!holds()) await new Promise((resolve) => setImmediate(resolve));
};

async function begin(client: Client, more: object = {}): Promise<RunInfo> {
  const texts = [await client.upload('notes.txt', text)];
  return client.start({ question: 'Which comet?', texts, model: 'by-hand', ...more });
}

/** Connects, asks for the events of a run, and reads nothing of them. */
function readNothing({ port, token }: TestServer, id: string): Socket {
  const socket = connect(port, '127.0.0.1');
  socket.pause();
  socket.write(
    [
      `GET /api/runs/${id}/events HTTP/1.1`,
      `Host: 127.0.0.1:${port}`,
      `Authorization: Bearer ${token}`,
      '\r\n',
    ].join('\r\n'),
  );
  return socket;
}

describe('a run that nobody watches', () => {
  it('is stopped after ten seconds, unless somebody watches again or it is durable', async () => {
    const clock = manualClock();
    server = await openTestServer({ clock });
    const { runs } = server;
    const client = openClient(server);
    const { id } = await begin(client);
    const { id: durableId } = await begin(client, { durable: true });
    const run = await runs.catalogue.show(id);
    const durable = await runs.catalogue.show(durableId);

    await clock.advance(9_999);
    expect(run.info().status).toBe('running');
    const events = client.events(id);
    await events.next();
    await clock.advance(60_000);
    expect(run.info().status).toBe('running');
    // The page goes away without a word.
    await events.return();
    await until(() => !run.isWatched);
    await clock.advance(5_000);
    const again = client.events(id);
    await again.next();
    await again.return();
    await until(() => !run.isWatched);
    await clock.advance(9_999);
    expect(run.info().status).toBe('running');
    await clock.advance(1);
    await run.ended;
    expect(run.info()).toMatchObject({ status: 'open', finishReason: 'aborted' });
    expect(durable.info().status).toBe('running');
    await client.json('POST', `/api/runs/${id}/resume`);
    expect((await runs.catalogue.show(id)).info().status).toBe('running');
  });

  it('hears something from time to time, so that a dead connection is found', async () => {
    const clock = manualClock();
    server = await openTestServer({ clock });
    const client = openClient(server);
    const { id } = await begin(client);
    const socket = readNothing(server, id);
    let heard = '';
    socket.on('data', (data) => (heard += data.toString()));
    socket.resume();
    await until(() => heard.includes('event: prompt'));
    await clock.advance(15_000);
    await until(() => heard.includes(': still here'));
    expect(heard.indexOf(': still here')).toBeGreaterThan(heard.indexOf('event: prompt'));
    socket.destroy();
  });
});

describe('a run about a large text', () => {
  it('says that it waits until others leave room for it, to who comes and to who is there', async () => {
    const one = { inAll: text.length, perClient: text.length };
    server = await openTestServer({
      limits: { sessions: { characters: one, turns: { inAll: 2, perClient: 2 }, small: 10 } },
    });
    const client = openClient(server);
    const first = await begin(client);
    for await (const { event } of client.events(first.id)) if (event === 'prompt') break;
    const { id } = await begin(client);
    const told: string[] = [];
    for await (const { event, data } of client.events(id)) {
      if (event === 'prompt') break;
      if (event !== 'status') continue;
      told.push(String(data['status']));
      if (data['status'] !== 'waiting') continue;
      expect((await client.json<RunInfo>('GET', `/api/runs/${id}`)).status).toBe('waiting');
      await expect(client.json('POST', `/api/runs/${id}/resume`)).rejects.toThrow(
        errorWith({ status: 409, code: 'conflict', facts: ['under way', 'waits'] }),
      );
      await client.json('POST', `/api/runs/${first.id}/stop`);
    }
    expect(told.slice(-2)).toEqual(['waiting', 'running']);
    // One that waits can be stopped too.
    const { id: third } = await begin(client);
    await client.json('POST', `/api/runs/${third}/stop`);
    expect((await client.end(third)).status).toBe('open');
  });
});

describe('many readers', () => {
  /** Puts events of so many characters in all into a run that goes on. */
  function fill(run: LiveRun, megabytes: number): void {
    const line = JSON.stringify({ type: 'output-delta', text: 'x'.repeat(2 ** 16) });
    for (let count = 0; count < megabytes * 16; count += 1) run.log.append(line);
    run.changes.tell();
  }

  it('who read nothing cost their place in the events, not the events', async () => {
    server = await openTestServer();
    const client = openClient(server);
    const { id } = await begin(client);
    const run = await server.runs.catalogue.show(id);
    fill(run, 32);
    const used = (): number => {
      const { arrayBuffers, external } = process.memoryUsage();
      return arrayBuffers + external;
    };
    const opened = server;
    const before = used();
    const slow = Array.from({ length: 20 }, () => readNothing(opened, id));
    // Who reads has all of it meanwhile.
    let read = 0;
    for await (const { event } of client.events(id)) {
      if (event === 'message') read += 1;
      if (read > 32 * 16) break;
    }
    expect(read).toBe(32 * 16 + 1);
    expect((used() - before) / 2 ** 20).toBeLessThan(100);
    for (const socket of slow) socket.destroy();
    await until(() => !run.isWatched);
  });

  it('leave when they take nothing for long, though their connection stays', async () => {
    server = await openTestServer({ limits: { stuckReaderMs: 50 } });
    const client = openClient(server);
    const { id } = await begin(client);
    const run = await server.runs.catalogue.show(id);
    fill(run, 32);
    const stuck = readNothing(server, id);
    await until(() => run.isWatched);
    await until(() => !run.isWatched);
    expect(run.isWatched).toBe(false);
    stuck.destroy();
  });

  it('are let in up to a number, each client and all together', async () => {
    server = await openTestServer({
      limits: { streams: { inAll: 3, perClient: 2 } },
    });
    const [one, other] = [openClient(server), openClient(server)];
    const { id } = await begin(one);
    const enter = async (client: Client) => {
      const events = client.events(id);
      await events.next();
      return events;
    };
    const first = await enter(one);
    await enter(one);
    await expect(enter(one)).rejects.toThrow(
      errorWith({ status: 429, code: 'busy', facts: ['you read 2 runs', 'close a page'] }),
    );
    await enter(other);
    await expect(enter(other)).rejects.toThrow(
      errorWith({ status: 429, code: 'busy', facts: ['3 readers'] }),
    );
    await first.return();
    const { runs } = server;
    await expect
      .poll(async () => {
        const events = await enter(other).catch(() => undefined);
        return events !== undefined;
      })
      .toBe(true);
    expect((await runs.catalogue.show(id)).isWatched).toBe(true);
  });
});

describe('many clients at once', () => {
  it('each have their own run, and all are right, while one takes all that it may', async () => {
    // `kept-at-defaults.heavy.test.ts` has twenty.
    await expectOwnRuns(6);
  });

  it('are refused when all places are taken, and runs that ended are forgotten', async () => {
    server = await openTestServer({
      limits: {
        runs: { running: 2, runningPerClient: 2, replayed: 2, kept: 3, keptBytes: 2 ** 21 },
      },
    });
    const [one, other] = [openClient(server), openClient(server)];
    const first = await begin(one);
    await begin(one);
    await expect(begin(other)).rejects.toThrow(
      errorWith({ status: 429, code: 'busy', facts: ['2 runs', 'this server'] }),
    );
    await one.json('POST', `/api/runs/${first.id}/stop`);
    expect(await one.end(first.id)).toMatchObject({ status: 'open' });
    for (let count = 0; count < 2; count += 1) {
      const { id } = await begin(other);
      await other.json('POST', `/api/runs/${id}/stop`);
      await other.end(id);
    }
    const { runs } = await one.json<{ runs: readonly RunInfo[] }>('GET', '/api/runs');
    expect(runs).toHaveLength(3);
    expect(runs.map(({ id }) => id)).not.toContain(first.id);
  });

  it('may send texts up to a size, each and all together', async () => {
    // Of 60 characters, with what a name and a place take: about 600 bytes each.
    const texts = { bytesPerClient: 1_000, bytesInAll: 1_500, charactersOfOne: 100 };
    server = await openTestServer({ limits: { texts } });
    const [one, other] = [openClient(server), openClient(server)];
    const put = async (client: Client, name: string, length = 60): Promise<number> => {
      const asked = { method: 'PUT', body: 'a'.repeat(length) };
      return (await client.ask(`/api/texts?name=${name}`, asked)).status;
    };
    expect(await put(one, 'a', 101)).toBe(413);
    const statuses = [await put(one, 'a'), await put(one, 'b'), await put(one, 'a')];
    expect([...statuses, await put(other, 'a'), await put(other, 'b')]).toEqual([
      // The same text by the same name is there once.
      ...[201, 429, 201, 201, 429],
    ]);
  });
});

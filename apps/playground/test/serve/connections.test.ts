import { connect, type Socket } from 'node:net';

import { eventually } from '@rlm/config/eventually';
import { describe, expect, it } from 'vitest';

import { openClient, openTestServer } from '../support/serve-client.js';

describe('who asks', () => {
  it('is answered, however many connections others open and leave alone', async () => {
    await using small = await openTestServer({ limits: { maxConnections: 8 } });
    const client = openClient(small);
    let closed = 0;
    const open = (text: string): Promise<Socket> =>
      new Promise((resolve) => {
        const socket = connect(small.port, '127.0.0.1', () => {
          socket.write(text);
          resolve(socket);
        });
        socket.on('error', () => undefined).resume();
        socket.on('close', () => (closed += 1));
      });
    const texts = [await client.upload('a.txt', 'The comet.')];
    const { id } = await client.start({ question: 'Which?', texts, model: 'by-hand' });
    const events = client.events(id);
    await events.next();
    for (let count = 0; count < 30; count += 1) {
      await open(count % 2 === 0 ? '' : 'GET / HTTP/1.1\r\nX: ');
      // With a connection of its own.
      const headers = { connection: 'close' };
      expect((await client.ask('/api/runs', { headers })).status).toBe(200);
    }
    await eventually(() => {
      expect(closed).toBeGreaterThanOrEqual(30 - 8);
    });
    // Who reads events meanwhile has not been sent away for it.
    await client.json('POST', `/api/runs/${id}/stop`);
    const told: string[] = [];
    for await (const { event } of events) told.push(event);
    expect(told.at(-1)).toBe('end');
  });
});

import type { ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';

import { afterEach, describe, expect, it } from 'vitest';

import { boundedResponse } from '../../src/models/bounded-response.js';
import { probeEndpoint } from '../../src/models/endpoint.js';
import { fetchHere } from '../../src/models/fetch-here.js';
import { startServer, type LoopbackServer } from './loopback-server.js';

let server: LoopbackServer | undefined;
afterEach(() => server?.close());

const json = { 'content-type': 'application/json' };
const events = { 'content-type': 'text/event-stream' };
const mb = 'a'.repeat(2 ** 20);

/** Writes without an end, as long as somebody reads. */
function writeOn(response: ServerResponse, piece: string): void {
  const write = (): void => {
    while (!response.destroyed && response.write(piece));
  };
  response.on('drain', write);
  write();
}

/** What is said of an endpoint that answers so. */
async function asked(answer: (response: ServerResponse) => void): Promise<unknown> {
  server = await startServer((_, response) => {
    answer(response);
  });
  const response = await fetchHere(`${server.baseUrl}/chat/completions`);
  return response.text();
}

describe('an endpoint that answers without an end', () => {
  it.each<[string, (response: ServerResponse) => void]>([
    [
      'JSON',
      (response) => {
        response.writeHead(200, json);
        writeOn(response, mb);
      },
    ],
    [
      'the text of an error',
      (response) => {
        response.writeHead(500, { 'content-type': 'text/plain' });
        writeOn(response, mb);
      },
    ],
    [
      'a small file that unpacks to a large one',
      (response) => {
        response.writeHead(200, { ...json, 'content-encoding': 'gzip' });
        response.end(gzipSync(Buffer.alloc(65 * 2 ** 20)));
      },
    ],
    [
      'an event of one line',
      (response) => {
        response.writeHead(200, events);
        writeOn(response, mb);
      },
    ],
    [
      'an event of many lines',
      (response) => {
        response.writeHead(200, events);
        writeOn(response, `data: ${'a'.repeat(1_000)}\nx\n`.repeat(1_000));
      },
    ],
  ])('is read no further: %s', async (_, answer) => {
    await expect(asked(answer)).rejects.toThrow(/ 64 MB/);
  });

  it('may answer with a status that HTTP does not have', async () => {
    const answer = (response: ServerResponse): void => {
      response.writeHead(999, json).end('{}');
    };
    await expect(asked(answer)).rejects.toThrow('answered 999');
  });

  it('lists no models', async () => {
    server = await startServer((_, response) => {
      response.writeHead(200, json);
      writeOn(response, mb);
    });
    const probe = await probeEndpoint(server.baseUrl, { timeoutMs: 60_000 });
    expect(probe).toMatchObject({
      ok: false,
      reason: expect.stringContaining('more than 64 MB') as unknown,
    });
  });
});

describe('events that end', () => {
  const streamed = (pieces: readonly string[]): Promise<string> => {
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        for (const piece of pieces) controller.enqueue(new TextEncoder().encode(piece));
        controller.close();
      },
    });
    return boundedResponse(new Response(body, { headers: events }), 'it', 10).text();
  };

  it.each([
    ['by an empty line', ['data: a\n\n', 'data: b\n\n']],
    ['in pieces', ['data', ': a\n', '\nda', 'ta: b\n', '\n']],
    ['by carriage returns too', ['data: a\r', '\n\r', '\n', 'data: b\r\n\r\n']],
  ])('may be any number: %s', async (_, pieces) => {
    const many = Array.from({ length: 100 }, () => pieces).flat();
    expect(await streamed(many)).toBe(many.join(''));
  });

  it('are not ended by a line of one character', async () => {
    await expect(streamed(['data: a\n', 'x\n', 'x\n', 'x\n'])).rejects.toThrow(/an event\b.* MB/);
  });
});

import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Writable } from 'node:stream';

import { scriptedModel } from '@rlm/kernel/testing';
import { scripted } from '@rlm/sandbox/scripted';
import { expect, it } from 'vitest';

import { runRlm } from '@rlm/runner';
import { toResponse } from '../src/index.js';

// As docs/guides/stream-to-a-browser.md does it.
it('is aborted in a server of node:http when the browser leaves', async () => {
  const endings: Promise<string>[] = [];
  const server = createServer((_request, reply) => {
    const model = scriptedModel([{ hang: true }]);
    const run = runRlm({ model, sandbox: scripted([]), query: 'Who?' });
    endings.push(run.result.then(({ finishReason }) => finishReason));
    const { headers, body } = toResponse(run);
    reply.writeHead(200, Object.fromEntries(headers));
    body?.pipeTo(Writable.toWeb(reply)).catch(() => undefined);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const leave = new AbortController();
  const reply = await fetch(`http://127.0.0.1:${port}/`, { signal: leave.signal });
  await reply.body?.getReader().read();
  leave.abort();
  expect(await endings[0]).toBe('aborted');
  server.close();
});

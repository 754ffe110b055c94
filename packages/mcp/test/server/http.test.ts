import { request } from 'node:http';
import { connect as connectTo, type Socket } from 'node:net';

import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { invalidOption } from '@rlm/config/options-suite';
import { scriptedModel } from '@rlm/kernel/testing';
import { quickjs } from '@rlm/sandbox/quickjs';
import { describe, expect, it, onTestFinished } from 'vitest';

import {
  createMcpServer,
  type McpHttpOptions,
  type McpHttpServer,
} from '../../src/server/index.js';
import { clientWith, folderOf, later, read } from '../support/serve.js';

const run = {
  model: scriptedModel(['```js\nFINAL(context)\n```'], { after: 'repeat' }),
  sandbox: quickjs(),
};

async function serve(options: McpHttpOptions = {}, more: object = {}): Promise<McpHttpServer> {
  const folder = await folderOf({ 'a.txt': 'one' });
  const server = createMcpServer({ run, roots: [folder], ...more });
  onTestFinished(() => server.close());
  return server.serveHttp({ port: 0, ...options });
}

async function connect({ url, token }: McpHttpServer, roots?: readonly string[]) {
  const transport = new StreamableHTTPClientTransport(new URL(url), {
    requestInit: { headers: { authorization: `Bearer ${token}` } },
  });
  const client = clientWith(roots);
  await client.connect(transport);
  onTestFinished(() => client.close());
  return { client, transport };
}

const hello = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'test', version: '1' },
  },
};

/** A request with any headers, `Host` too, which `fetch` does not let a program set. */
function send(
  { url, token }: McpHttpServer,
  headers: Readonly<Record<string, string | undefined>> = {},
  {
    method = 'POST',
    path,
    body = JSON.stringify(hello),
  }: { readonly method?: string; readonly path?: string; readonly body?: string } = {},
): Promise<{ readonly status: number | undefined; readonly text: string }> {
  const all: Readonly<Record<string, string | undefined>> = {
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    ...headers,
  };
  const given = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
  const target = new URL(url);
  return new Promise((resolve, reject) => {
    const sent = request(
      {
        host: target.hostname,
        port: target.port,
        path: path ?? target.pathname,
        method,
        headers: given,
      },
      (response) => {
        let text = '';
        response.on('data', (data: Buffer) => (text += data.toString()));
        response.on('end', () => {
          resolve({ status: response.statusCode, text });
        });
      },
    );
    sent.on('error', reject);
    sent.end(method === 'GET' ? undefined : body);
  });
}

describe('a server over HTTP', () => {
  it('answers the client of the SDK, with progress', async () => {
    const server = await serve();
    expect(server.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/mcp$/);
    expect(server.token).toMatch(/^[0-9a-f]{48}$/);
    const { client } = await connect(server);
    const told: number[] = [];
    const result = await client.callTool(
      { name: 'ask', arguments: { question: 'What?', paths: ['a.txt'] } },
      undefined,
      { onprogress: ({ progress }) => void told.push(progress) },
    );
    expect(read(result).data).toMatchObject({ answer: 'one' });
    expect(told).toEqual([1]);
  });

  it('asks a client for its roots as part of the request of that client', async () => {
    const server = await serve();
    const other = await folderOf({ 'b.txt': 'two' });
    const { client } = await connect(server, [other]);
    const result = read(
      await client.callTool({ name: 'ask', arguments: { question: 'What?', paths: ['a.txt'] } }),
    );
    expect(result).toMatchObject({ isError: true, code: 'path_not_allowed' });
  });

  it.each([
    ['no token', { authorization: undefined }, 401],
    ['another token', { authorization: `Bearer ${'0'.repeat(48)}` }, 401],
    ['a token of another kind', { authorization: 'Basic YTpi' }, 401],
    ['a page of another origin', { origin: 'https://evil.example' }, 403],
    ['a page without an origin of its own', { origin: 'null' }, 403],
    ['a name that was pointed at this machine', { host: 'evil.example:80' }, 403],
    ['a name that begins as this machine', { host: '127.0.0.1.evil.example' }, 403],
    ['a name that is none', { host: '[[' }, 400],
  ])('refuses a request of %s', async (_, headers, status) => {
    const server = await serve();
    const given = await send(server, headers);
    expect(given.status === status || (status === 400 && given.status === 403)).toBe(true);
    expect(given.text).not.toContain('protocolVersion');
  });

  it.each([
    ['the loopback by name', { host: 'localhost:1234' }],
    ['an allowed name', { host: 'box.example' }],
    ['an allowed origin', { origin: 'https://app.example' }],
  ])('takes a request of %s', async (_, headers) => {
    const server = await serve({
      allowedHosts: ['box.example'],
      allowedOrigins: ['https://app.example'],
    });
    expect(await send(server, headers)).toMatchObject({ status: 200 });
  });

  it('refuses a message of more than 4 MiB', async () => {
    const body = JSON.stringify({ ...hello, more: 'x'.repeat(5_000_000) });
    expect((await send(await serve(), {}, { body })).status).toBe(413);
  });

  it('refuses a message of more parts than any client needs, before their schemas are asked', async () => {
    const server = await serve();
    const keys = Object.fromEntries(Array.from({ length: 30_000 }, (_, key) => [`k${key}`, 1]));
    for (const more of [keys, { list: Object.keys(keys) }, { a: { b: [keys] } }]) {
      const body = JSON.stringify({ ...hello, params: { ...hello.params, ...more } });
      expect((await send(server, {}, { body })).status).toBe(413);
    }
    expect(await send(server)).toMatchObject({ status: 200 });
  });

  it('keeps few connections that ask nothing, and answers who asks', async () => {
    const server = await serve();
    const { port, hostname } = new URL(server.url);
    const closed: Socket[] = [];
    const open = Array.from({ length: 260 }, () => {
      const socket = connectTo(Number(port), hostname, () => {
        socket.write('POST /mcp HTTP/1.1\r\nHost: 127.0.0.1\r\n');
      });
      socket.on('error', () => undefined);
      return socket.on('close', () => closed.push(socket));
    });
    await expect.poll(() => closed.length).toBeGreaterThanOrEqual(60);
    expect(await send(server)).toMatchObject({ status: 200 });
    for (const socket of open) socket.destroy();
  });

  it('has one address, and sessions that begin with the first request', async () => {
    const server = await serve();
    expect(await send(server, {}, { path: '/' })).toMatchObject({ status: 404 });
    expect(await send(server, {}, { method: 'GET' })).toMatchObject({ status: 400 });
    expect(await send(server, { 'mcp-session-id': 'none' })).toMatchObject({ status: 404 });
    const list = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' });
    expect(await send(server, {}, { body: list })).toMatchObject({ status: 400 });
    expect(await send(server, {}, { body: '{' })).toMatchObject({ status: 400 });
    expect(await send(server, {}, { body: 'x'.repeat(5_000_000) })).toMatchObject({ status: 413 });
  });

  it('takes as many clients as its configuration says, and forgets those that are gone', async () => {
    const server = await serve({ maxSessions: 1 });
    // What began no session takes no place.
    await send(server, {}, { body: '{' });
    const { transport } = await connect(server);
    expect(await send(server)).toMatchObject({ status: 503 });
    await transport.terminateSession();
    await expect.poll(async () => (await send(server)).status).toBe(200);
  });

  it('forgets a client that is silent', async () => {
    const server = await serve({ maxSessions: 1, sessionTimeoutMs: 20 });
    expect(await send(server)).toMatchObject({ status: 200 });
    await expect.poll(async () => (await send(server)).status).toBe(200);
  });

  it('aborts the runs of its clients when it closes', async () => {
    const begun = later<AbortSignal | undefined>();
    const model = scriptedModel([
      (asked) => {
        begun.resolve(asked.abortSignal);
        return { hang: true };
      },
    ]);
    const server = await serve({}, { run: { ...run, model } });
    const { client } = await connect(server);
    const call = client
      .callTool({ name: 'ask', arguments: { question: 'What?', paths: ['a.txt'] } })
      .catch(() => 'closed');
    const signal = await begun.promise;
    await server.close();
    await expect.poll(() => signal?.aborted).toBe(true);
    await client.close();
    expect(await call).toBe('closed');
  });

  it('needs folders, and a token for other machines', async () => {
    await expect(createMcpServer({ run }).serveHttp({ port: 0 })).rejects.toThrow(
      invalidOption('roots', 'HTTP', 'got undefined'),
    );
    await expect(serve({ host: '0.0.0.0' })).rejects.toThrow(
      invalidOption('token', '0.0.0.0', 'got undefined'),
    );
    await expect(serve({ token: 'short' })).rejects.toThrow(
      invalidOption('token', ' 16 ', 'got "short"'),
    );
  });

  it('says that a port is taken', async () => {
    const { url } = await serve();
    await expect(serve({ port: Number(new URL(url).port) })).rejects.toThrow('EADDRINUSE');
  });
});

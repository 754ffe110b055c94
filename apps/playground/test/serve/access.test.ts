import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { serveLimits } from '../../src/serve/limits.js';
import {
  ask,
  openClient,
  openTestServer,
  sendRaw,
  type TestServer,
} from '../support/serve-client.js';

let server: TestServer;
let page: string;
beforeAll(async () => {
  page = await mkdtemp(join(tmpdir(), 'rlm-page-'));
  await writeFile(join(page, 'index.html'), '<!doctype html><title>RLM</title>');
  await mkdir(join(page, 'assets'));
  await writeFile(join(page, 'assets', 'app.js'), 'export {};');
  await writeFile(join(page, '..', 'rlm-secret.txt'), 'no part of the page');
  server = await openTestServer({
    page,
    limits: {
      requests: {
        jsonBytes: 2_000,
        fileBytes: 10_000,
        bytesAtOnce: 50_000,
        bytesAtOncePerClient: 15_000,
        ...{ unfinished: 100, unfinishedPerClient: 20 },
        timeoutMs: 60_000,
      },
    },
  });
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await rm(page, { recursive: true, force: true });
});

const bearer = (): { authorization: string } => ({ authorization: `Bearer ${server.token}` });
const json = { 'content-type': 'application/json' };

/** What stands on an answer of every kind. */
function expectGuarded({ headers }: { readonly headers: NodeJS.Dict<string | string[]> }): void {
  const policy = String(headers['content-security-policy']);
  expect(policy).toMatch(/^default-src 'none';/);
  for (const part of ["script-src 'self'", "connect-src 'self'", "frame-ancestors 'none'"]) {
    expect(policy).toContain(part);
  }
  expect(policy).not.toContain('unsafe');
  expect(headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
  });
}

describe('the address of the server', () => {
  it.each(['/api/runs', '/%61pi/runs', '/x/../api/runs', '/API/runs'])(
    'is kept by no cache, however it is written: %s',
    async (path) => {
      const answered = await ask(server.port, path, { headers: bearer() });
      expect(answered.headers['cache-control']).toBe('no-store');
    },
  );

  it('gives the page to everybody, and a cookie to nobody', async () => {
    for (const path of ['/', `/?token=${server.token}`]) {
      const opened = await ask(server.port, path);
      expect(opened).toMatchObject({ status: 200, text: '<!doctype html><title>RLM</title>' });
      expect(opened.headers['set-cookie']).toBeUndefined();
    }
    const list = await ask(server.port, '/api/runs', { headers: bearer() });
    expect(list.headers['set-cookie']).toBeUndefined();
  });

  it('has its token where a browser sends it to nobody', () => {
    expect(server.address).toBe(`http://127.0.0.1:${server.port}/#token=${server.token}`);
  });

  it.each<[string, (token: string, port: number) => Readonly<Record<string, string>>]>([
    ['no token', () => ({})],
    ['another token', () => ({ authorization: 'Bearer guess' })],
    ['another scheme', () => ({ authorization: 'Basic Z3Vlc3M=' })],
    ['half a token', (token) => ({ authorization: `Bearer ${token.slice(0, 16)}` })],
    ['a name that is none', (token) => ({ authorization: `Bearer ${token}.a b` })],
    ['the token in a cookie', (token, port) => ({ cookie: `rlm-${port}=${token}.client` })],
  ])('answers 401 below /api with %s', async (_, headersOf) => {
    const headers = headersOf(server.token, server.port);
    for (const path of ['/api/runs', '/api/runs/x/events', '/api/texts', '/api/nothing', '/api/']) {
      for (const method of ['GET', 'POST', 'DELETE', 'OPTIONS']) {
        const answer = await ask(server.port, path, { headers, method });
        expect([path, method, answer.status]).toEqual([path, method, 401]);
        expect(answer.headers['www-authenticate']).toBe('Bearer');
        expectGuarded(answer);
      }
    }
  });

  it('takes the token as a bearer, with the name of a client or without', async () => {
    for (const name of ['', '.a-client']) {
      const headers = { authorization: `Bearer ${server.token}${name}` };
      expect((await ask(server.port, '/api/runs', { headers })).status).toBe(200);
    }
  });
});

describe('the place of a request', () => {
  it.each([
    ['127.0.0.1', undefined, 200],
    ['localhost', undefined, 200],
    ['[::1]', undefined, 200],
    ['LOCALHOST', 'http://localhost', 200],
    ['rebound.example', undefined, 403],
    ['127.0.0.1.example', undefined, 403],
    ['127.0.0.1', 'http://127.0.0.1', 200],
    ['127.0.0.1', 'http://evil.example', 403],
    ['127.0.0.1', 'https://127.0.0.1', 403],
    ['127.0.0.1', 'http://localhost', 403],
    ['127.0.0.1', 'null', 403],
  ])('is %s, from %s: %i', async (name, from, status) => {
    const { port } = server;
    const origin = from === undefined || from === 'null' ? from : `${from}:${port}`;
    const headers = { ...bearer(), host: `${name}:${port}`, ...(origin && { origin }) };
    for (const path of ['/api/runs', '/']) {
      const answer = await ask(port, path, { headers });
      expect([path, answer.status]).toEqual([path, status]);
      expectGuarded(answer);
    }
  });

  it('needs the port of the server', async () => {
    for (const host of ['127.0.0.1', '127.0.0.1:1']) {
      const answer = await ask(server.port, '/api/runs', { headers: { ...bearer(), host } });
      expect([host, answer.status]).toEqual([host, 403]);
    }
  });
});

describe('a page of another port', () => {
  it('is refused by what its browser says, even with the token', async () => {
    for (const [site, status] of [
      ['same-origin', 200],
      ['none', 200],
      ['same-site', 403],
      ['cross-site', 403],
    ] as const) {
      const from = { ...bearer(), 'sec-fetch-site': site };
      const answer = await ask(server.port, '/api/runs', { headers: from });
      expect([site, answer.status]).toEqual([site, status]);
    }
  });
});

/** A server that does not wait long for what does not come. */
const openHasty = () =>
  openTestServer({
    page,
    limits: {
      requests: { ...serveLimits.requests, timeoutMs: 1_000 },
      connections: {
        ...serveLimits.connections,
        ...{ headersTimeout: 500, connectionsCheckingInterval: 100 },
      },
    },
  });

describe('what is wrong with a request', () => {
  const post = (path: string, body: string, headers = json) =>
    ask(server.port, path, { method: 'POST', body, headers: { ...bearer(), ...headers } });
  const run = { question: 'Who?', texts: ['t'], model: 'planner' };

  it.each([
    [/not JSON/, 400, '{'],
    [/the body to be an object/, 400, '[]'],
    [/the body to be an object/, 400, 'null'],
    [/question to be text that is not empty/, 400, { ...run, question: ' ' }],
    [/Expected texts to be/, 400, { ...run, texts: 'all' }],
    [/Expected texts to hold the id of a text/, 400, { ...run, texts: [] }],
    [/no text "gone"/, 404, { ...run, texts: ['gone'] }],
    [/no model "gpt".*GET \/api\/models/, 400, { ...run, model: 'gpt' }],
    [/no model/, 400, { ...run, model: '__proto__' }],
    [/no model/, 400, { ...run, model: 'endpoint:0:x' }],
    [/Expected maxSteps to be a whole number/, 400, { ...run, maxSteps: 0 }],
    [/Expected timeoutMs /, 400, { ...run, timeoutMs: 'long' }],
    [/Expected reward /, 400, { ...run, reward: 'none' }],
    [/Expected language /, 400, { ...run, language: 'perl' }],
    [/Unknown option maxstep.*maxSteps/, 400, { ...run, maxstep: 3 }],
    [/2,000 bytes/, 413, { ...run, question: 'x'.repeat(3_000) }],
  ])('is told: %s', async (words, status, body) => {
    const answer = await post('/api/runs', typeof body === 'string' ? body : JSON.stringify(body));
    expect([answer.status, JSON.parse(answer.text)]).toEqual([
      status,
      { error: expect.stringMatching(words) as string, code: expect.any(String) as string },
    ]);
    expect(answer.text).not.toMatch(/\bat .*:\d+|node_modules|\.ts\b/);
    expectGuarded(answer);
  });

  it.each([
    ['GET', '/api/runs/nobody', 404],
    ['GET', '/api/runs/..%2F..%2Fetc/events', 404],
    ['GET', '/api/runs/nobody/trajectory', 404],
    ['POST', '/api/runs/nobody/stop', 404],
    ['POST', '/api/runs/nobody/resume', 404],
    ['DELETE', '/api/runs/nobody', 404],
    ['DELETE', '/api/texts/nobody', 404],
    ['DELETE', '/api/texts/state-of-the-union', 409],
    ['PUT', '/api/texts', 400],
    ['GET', '/api/nothing', 404],
    ['PATCH', '/api/runs', 405],
    ['HEAD', '/api/runs/nobody/events', 405],
    ['PUT', '/api/models', 405],
    ['POST', '/', 405],
    ['GET', '/nothing.js', 404],
    ['GET', '/assets/../../rlm-secret.txt', 404],
    ['GET', '/assets/..%2f..%2frlm-secret.txt', 404],
    ['GET', '/%E0%A4%A', 404],
    ['GET', '/assets', 404],
  ])('is told: %s %s', async (method, path, status) => {
    const answer = await ask(server.port, path, { method, headers: bearer() });
    expect(answer.status).toBe(status);
    if (status === 405) expect(answer.headers.allow).toMatch(/[A-Z]/);
    if (method !== 'HEAD') expect(JSON.parse(answer.text)).toHaveProperty('error');
    expect(answer.text).not.toMatch(/\bat .*:\d+|node_modules|\.ts\b/);
    expectGuarded(answer);
  });

  it('is told of bodies that are no JSON by their type, that are too large, or do not come', async () => {
    expect(await post('/api/runs', '{}', { 'content-type': 'text/plain' })).toMatchObject({
      status: 400,
      text: expect.stringContaining('application/json') as string,
    });
    const client = openClient(server);
    const upload = (body: string | Uint8Array, name = 'a.txt') =>
      client.ask(`/api/texts?name=${name}`, { method: 'PUT', body });
    expect((await upload('x'.repeat(20_000))).status).toBe(413);
    expect(await upload('')).toMatchObject({ status: 400 });
    expect(await upload(Buffer.from([0, 1, 2, 0, 255]), 'a.bin')).toMatchObject({
      status: 400,
      text: expect.stringContaining('a.bin: ') as string,
    });
    await using hasty = await openHasty();
    const told = await new Promise<string>((resolve) => {
      const socket = connect(hasty.port, '127.0.0.1');
      let text = '';
      socket.on('data', (data) => (text += data.toString()));
      socket.on('close', () => {
        resolve(text);
      });
      const head = [
        'PUT /api/texts?name=slow.txt HTTP/1.1',
        `Host: 127.0.0.1:${hasty.port}`,
        `Authorization: Bearer ${hasty.token}`,
        'Content-Length: 100',
      ];
      socket.write(`${head.join('\r\n')}\r\n\r\na part`);
    });
    expect(told).toMatch(/^HTTP\/1.1 408/);
    expect(told).toMatch(/\bwithin \d/);
  });

  it('is told of what is no HTTP at all, with the headers too', async () => {
    const get = 'GET /api/runs HTTP/1.1\r\n';
    const own = `Host: 127.0.0.1:${server.port}\r\nConnection: close\r\n`;
    await using hasty = await openHasty();
    for (const [status, text] of [
      [400, 'nonsense\r\n\r\n'],
      [408, `${get}X: and nothing follows`],
      [431, `${get}X: ${'y'.repeat(40_000)}\r\n\r\n`],
      [400, `${get}Connection: close\r\n\r\n`],
      [400, `${get}Host: a b\r\nConnection: close\r\n\r\n`],
      [401, `${get}${own}Upgrade: websocket\r\n\r\n`],
      [417, `${get}${own}Expect: the best\r\n\r\n`],
      [405, `CONNECT 127.0.0.1:1 HTTP/1.1\r\n${own}\r\n`],
      [403, `GET http://evil.example/ HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n`],
    ] as const) {
      const told = await sendRaw((status === 408 ? hasty : server).port, text);
      expect([text.slice(0, 80), told.slice(0, 12)]).toEqual([
        text.slice(0, 80),
        `HTTP/1.1 ${status}`,
      ]);
      expect(told).toMatch(/Content-Security-Policy: default-src 'none'/i);
    }
  });

  it('stands on no answer of the page', async () => {
    const found = await ask(server.port, '/assets/app.js');
    expect(found).toMatchObject({ status: 200, text: 'export {};' });
    expect(found.headers['content-type']).toMatch(/javascript/);
    expectGuarded(found);
    expect(server.faults).toEqual([]);
  });
});

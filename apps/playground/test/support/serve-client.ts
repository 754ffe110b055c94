import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { request as send, type IncomingHttpHeaders } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { manualClock } from '@rlm/kernel/testing';

import { openRuns } from '../../src/runs/runs.js';
import type { RunInfo } from '../../src/api.js';
import { openServer, type OpenServer, type ServeOptions } from '../../src/serve/open-server.js';
import { homeAt } from './run-command.js';
import { keepProcess } from './keep-process.js';

/** What an answer came to. */
export interface Answered {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/** What is asked; without a body there is none. */
interface Asked {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
}

/** An event that was sent. */
export interface SentEvent {
  readonly id: string | undefined;
  readonly event: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** Asks a server as it is: every header is the caller's own. */
export function ask(port: number, path: string, asked: Asked = {}): Promise<Answered> {
  const { method = 'GET', headers = {}, body } = asked;
  return new Promise((resolve, reject) => {
    const request = send({ port, host: '127.0.0.1', path, method, headers }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (piece: string) => (text += piece));
      response.on('end', () => {
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text });
      });
      response.on('error', reject);
    });
    request.on('error', reject);
    request.end(body);
  });
}

/** Sends bytes as they are; gives all that comes until the server closes. */
export function sendRaw(port: number, text: string): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(text));
    let answer = '';
    socket.on('data', (data) => (answer += data.toString()));
    socket.on('error', () => undefined);
    socket.on('close', () => {
      resolve(answer);
    });
  });
}

/** An answer of 4xx or 5xx; the message has its status and its text. */
class Refusal extends Error {
  readonly status: number;
  /** The code of the problem that the text is. */
  readonly code: string | undefined;

  constructor(status: number, text: string) {
    super(`${status} ${text}`);
    this.status = status;
    this.code = /"code":"(\w+)"/.exec(text)?.[1];
  }
}

/** A client of a server, with a name of its own. */
export interface Client {
  ask(path: string, asked?: Asked): Promise<Answered>;
  /** A body of JSON; gives what came as JSON. Throws for an answer of 4xx and 5xx. */
  json<Value>(method: string, path: string, body?: unknown): Promise<Value>;
  /** Sends a text, and gives its id. */
  upload(name: string, text: string): Promise<string>;
  start(run: Readonly<Record<string, unknown>>): Promise<RunInfo>;
  /** The events of a run, until `end` or until the caller leaves. */
  events(id: string, after?: string): AsyncGenerator<SentEvent, void, undefined>;
  /** What a run came to. */
  end(id: string): Promise<RunInfo>;
}

/** A client as the page is one: with the token, and a name that it made up. */
export function openClient({ port, token }: Pick<OpenServer, 'port' | 'token'>): Client {
  const authorization = `Bearer ${token}.${randomBytes(9).toString('base64url')}`;
  const call: Client['ask'] = (path, { headers, ...asked } = {}) =>
    ask(port, path, { ...asked, headers: { authorization, ...headers } });

  const client: Client = {
    ask: call,
    async json<Value>(method: string, path: string, body?: unknown): Promise<Value> {
      const { status, text } = await call(path, {
        method,
        ...(body === undefined
          ? {}
          : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
      });
      if (status >= 400) throw new Refusal(status, text);
      return (text === '' ? undefined : JSON.parse(text)) as Value;
    },
    async upload(name, text) {
      const { text: answer } = await call(`/api/texts?name=${encodeURIComponent(name)}`, {
        method: 'PUT',
        body: text,
      });
      return (JSON.parse(answer) as { id: string }).id;
    },
    start: (run) => client.json<RunInfo>('POST', '/api/runs', run),
    async *events(id, after) {
      const leaving = new AbortController();
      try {
        const response = await fetch(`http://127.0.0.1:${port}/api/runs/${id}/events`, {
          headers: { authorization, ...(after === undefined ? {} : { 'last-event-id': after }) },
          signal: leaving.signal,
        });
        if (!response.ok) throw new Refusal(response.status, await response.text());
        let text = '';
        for await (const piece of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
          const blocks = (text + piece).split('\n\n');
          text = blocks.pop() ?? '';
          for (const block of blocks) if (!block.startsWith(':')) yield readEvent(block);
        }
      } finally {
        leaving.abort();
      }
    },
    async end(id) {
      for await (const { event, data } of client.events(id)) {
        if (event === 'end') return data as unknown as RunInfo;
      }
      throw new Error(`the events of ${id} broke off`);
    },
  };
  return client;
}

function readEvent(block: string): SentEvent {
  const field = (name: string): string | undefined =>
    new RegExp(`^${name}: ([^\\n]*)$`, 'm').exec(block)?.[1];
  const data = JSON.parse(field('data') ?? '{}') as SentEvent['data'];
  return { id: field('id'), event: field('event') ?? 'message', data };
}

/** A server with a folder of its own for its runs, and the faults that it told of. */
export interface TestServer extends OpenServer, AsyncDisposable {
  readonly folder: string;
  readonly faults: readonly unknown[];
}

/** Opens a server in this process; it is closed, and its folder gone, with its disposal. */
export async function openTestServer(options: Partial<ServeOptions> = {}): Promise<TestServer> {
  const folder = await mkdtemp(join(tmpdir(), 'rlm-serve-'));
  const faults: unknown[] = [];
  await keepProcess();
  const server = await openServer({
    port: 0,
    runs: openRuns(undefined, homeAt(folder)),
    page: join(folder, 'page'),
    naming: { environment: {} },
    findEndpoints: () => Promise.resolve([]),
    onFault: (error) => faults.push(error),
    // Time stands still: no run is given up because the machine is slow.
    clock: manualClock(),
    ...options,
  });
  return {
    ...server,
    folder,
    faults,
    async [Symbol.asyncDispose]() {
      await server.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

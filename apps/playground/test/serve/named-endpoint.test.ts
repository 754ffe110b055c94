import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { errorWith } from '@rlm/config/error-with';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { AskedRun, ModelInfo, NamedEndpoint, RunInfo } from '../../src/api.js';
import { openRuns } from '../../src/runs/runs.js';
import { startServer } from '../models/loopback-server.js';
import { startOpenAiServer, type OpenAiServer } from '../models/openai-server.js';
import { homeAt } from '../support/run-command.js';
import {
  openClient,
  openTestServer,
  type Client,
  type TestServer,
} from '../support/serve-client.js';

const apiKey = 'sk-named-in-the-page-4711';
const ownKey = 'the-key-of-the-server';
const code = (text: string): string => `\`\`\`js\n${text}\n\`\`\``;

/** Whether the endpoint lets its clients wait. */
let isSilent = false;
let model: OpenAiServer;
let server: TestServer;
let client: Client;
let texts: readonly string[];
let endpoint: NamedEndpoint;
beforeAll(async () => {
  model = await startOpenAiServer(() => (isSilent ? undefined : code('FINAL("Halley")')));
  endpoint = { baseUrl: model.baseUrl, apiKey };
  server = await openTestServer({
    // The key of the server is for another address.
    naming: { environment: { RLM_BASE_URL: 'http://127.0.0.1:9/v1', RLM_API_KEY: ownKey } },
  });
  client = openClient(server);
  texts = [await client.upload('notes.txt', 'The comet came back.')];
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await model.close();
  expect(server.faults).toEqual([]);
});

const begin = (more: object = {}): Promise<RunInfo> =>
  client.start({ question: 'Which comet?', texts, model: 'named:tiny-chat', endpoint, ...more });
const filesBelow = async (folder: string): Promise<string> => {
  const found = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = found.filter((entry) => entry.isFile());
  const all = await Promise.all(
    files.map(({ parentPath, name }) => readFile(join(parentPath, name), 'utf8')),
  );
  return all.join('\n');
};

describe('an endpoint that the page names', () => {
  it('lists its models, and answers with the key that the page has', async () => {
    const { models } = await client.json<{ models: ModelInfo[] }>(
      'POST',
      '/api/endpoints',
      endpoint,
    );
    expect(models.map(({ id }) => id)).toEqual(['named:tiny-chat']);
    const { id } = await begin({ durable: true, subModel: 'named:other' });
    expect(await client.end(id)).toMatchObject({ answer: 'Halley', model: 'tiny-chat' });
    expect(new Set(model.headers.map(({ authorization }) => authorization))).toEqual(
      new Set([`Bearer ${apiKey}`]),
    );
  });

  it('leaves its key nowhere: no answer, event, journal or other client has it', async () => {
    const { id } = await begin({ durable: true });
    await client.end(id);
    const other = openClient(server);
    const said = [
      ...['runs', `runs/${id}`, `runs/${id}/asked`, `runs/${id}/events`, `runs/${id}/trajectory`],
      ...['models', 'texts'],
    ];
    for (const path of said) {
      const { text, status } = await other.ask(`/api/${path}`);
      expect({ path, status, hasKey: text.includes(apiKey) }).toEqual({
        ...{ path, status: 200, hasKey: false },
      });
    }
    const kept = await filesBelow(server.folder);
    expect(kept).toContain(endpoint.baseUrl);
    expect(kept).not.toContain(apiKey);
    // Who names the address without the key has none.
    const before = model.keys.length;
    const text = await other.upload('notes.txt', 'The comet.');
    const keyless = { question: 'Which?', texts: [text], model: 'named:tiny-chat' };
    const run = await other.start({ ...keyless, endpoint: { baseUrl: endpoint.baseUrl } });
    await other.end(run.id);
    expect(model.keys.slice(before)).toEqual([undefined]);
  });

  it('never gets the key of the server, and the address of the server never that of the page', async () => {
    await begin({ endpoint: { baseUrl: endpoint.baseUrl } }).then(({ id }) => client.end(id));
    expect(model.headers.map(({ authorization }) => authorization)).not.toContain(
      `Bearer ${ownKey}`,
    );
    await expect(begin({ model: 'endpoint:0:tiny-chat' })).rejects.toThrow(/400 .*no model/);
    await expect(begin({ endpoint: undefined })).rejects.toThrow(/400 .*no model/);
  });

  it.each([
    ['', apiKey],
    [', with characters that JSON escapes', 'sk-"named"\\in-the-page-4711'],
  ])(
    'that quotes the key in an error has it left out%s; the hint is about the page',
    async (_, key) => {
      await using refusing = await openRefusing();
      const said = { baseUrl: refusing.baseUrl, apiKey: key };
      await expect(client.json('POST', '/api/endpoints', said)).rejects.toThrow(
        errorWith({ status: 400, code: 'invalid', facts: [/ 401 .*the key right/] }),
      );
      const { id } = await begin({ endpoint: said, durable: true });
      const ended = await client.end(id);
      expect(ended).toMatchObject({
        status: 'failed',
        problem: expect.stringContaining('Incorrect API key provided: [key]') as unknown,
        hint: expect.stringMatching(/^name the endpoint again in the page, with a key\b/) as string,
      });
      const all = [
        JSON.stringify(ended),
        (await client.ask(`/api/runs/${id}/events`)).text,
        await filesBelow(server.folder),
      ].join('\n');
      expect(all).toContain('Incorrect API key provided');
      expect(all).not.toContain('in-the-page-4711');
    },
  );

  it('is asked by the rules of the command line: no other protocol, no user, no query, no redirect', async () => {
    for (const baseUrl of ['file:///etc/passwd', 'ftp://a/v1', 'sk-typed-in-the-wrong-field', '']) {
      const named = client.json('POST', '/api/endpoints', { baseUrl, apiKey });
      await expect(named).rejects.toThrow(
        errorWith({ status: 400, code: 'invalid', facts: ['address', 'http(s) URL'] }),
      );
    }
    for (const baseUrl of ['http://me:secret@127.0.0.1/v1', 'http://127.0.0.1/v1?key=1']) {
      const named = client.json('POST', '/api/endpoints', { baseUrl, apiKey });
      await expect(named).rejects.toThrow(
        errorWith({ status: 400, code: 'invalid', facts: ['no user, password'] }),
      );
      await expect(begin({ endpoint: { baseUrl } })).rejects.toThrow(
        errorWith({ status: 400, code: 'invalid', facts: ['no user, password'] }),
      );
    }
    for (const bad of ['two words', 'a\nb', 'ключ', '']) {
      const named = client.json('POST', '/api/endpoints', { ...endpoint, apiKey: bad });
      await expect(named).rejects.toThrow(
        errorWith({ status: 400, code: 'invalid', facts: ['key', '1 to 4,096', 'ASCII'] }),
      );
    }
    const before = model.headers.length;
    const redirecting = await startServer((_request, response) => {
      response.writeHead(307, { location: `${model.baseUrl}/models` });
      response.end();
    });
    const named = client.json('POST', '/api/endpoints', { baseUrl: redirecting.baseUrl, apiKey });
    await expect(named).rejects.toThrow(
      errorWith({ status: 400, code: 'invalid', facts: [`redirects to ${model.baseUrl}/models`] }),
    );
    await redirecting.close();
    expect(model.headers).toHaveLength(before);
  });

  it('is not named where the server does not let the page, and by nobody without the token', async () => {
    await using closed = await openTestServer({ mayNameEndpoints: false });
    const there = openClient(closed);
    const text = await there.upload('notes.txt', 'The comet.');
    const before = model.headers.length;
    await expect(there.json('POST', '/api/endpoints', endpoint)).rejects.toThrow(
      /403 .*--no-endpoints/,
    );
    const run = { question: 'Which?', texts: [text], model: 'named:tiny-chat', endpoint };
    await expect(there.start(run)).rejects.toThrow(/403 .*--no-endpoints/);
    const stranger = await there.ask('/api/endpoints', {
      ...{ method: 'POST', body: JSON.stringify(endpoint) },
      headers: { authorization: 'Bearer wrong', 'content-type': 'application/json' },
    });
    expect(stranger.status).toBe(401);
    expect(model.headers).toHaveLength(before);
  });

  it('is named again for a run that goes on, or is forked or asked again', async () => {
    isSilent = true;
    const asking = model.requests.length;
    const { id } = await begin({ durable: true });
    for await (const { data } of client.events(id)) if (data['type'] === 'model-start') break;
    await client.ask(`/api/runs/${id}/stop`, { method: 'POST' });
    await client.end(id);
    isSilent = false;
    expect(model.requests.length).toBeLessThanOrEqual(asking + 1);
    const asked = await client.json<AskedRun>('GET', `/api/runs/${id}/asked`);
    expect(asked).toMatchObject({
      model: 'named:tiny-chat',
      endpoint: { baseUrl: endpoint.baseUrl },
    });
    const before = model.keys.length;
    await client.json('POST', `/api/runs/${id}/resume`, { endpoint });
    expect((await client.end(id)).answer).toBe('Halley');
    const fork = { atStep: 1, model: 'named:tiny-chat', endpoint };
    const forked = await client.json<RunInfo>('POST', `/api/runs/${id}/fork`, fork);
    expect((await client.end(forked.id)).answer).toBe('Halley');
    expect(model.keys.slice(before)).toEqual([`Bearer ${apiKey}`, `Bearer ${apiKey}`]);
  });

  it('on another machine is not asked again unless it is named again', async () => {
    const runs = openRuns(undefined, homeAt(join(server.folder, 'elsewhere')));
    await using first = await openTestServer({ runs });
    const there = openClient(first);
    const text = await there.upload('notes.txt', 'The comet.');
    // Nothing is at this address: it is kept for documentation.
    const away = { baseUrl: 'http://192.0.2.1:1/v1', apiKey };
    const run = {
      question: 'Which?',
      texts: [text],
      model: 'named:x',
      endpoint: away,
      durable: true,
    };
    const { id } = await there.start(run);
    await there.ask(`/api/runs/${id}/stop`, { method: 'POST' });
    await there.end(id);
    await expect(there.json('POST', `/api/runs/${id}/resume`)).rejects.toThrow(
      errorWith({
        status: 409,
        code: 'conflict',
        facts: ['models at http://192.0.2.1:1/v1', '--base-url http://192.0.2.1:1/v1'],
      }),
    );
  });
});

/** An endpoint that refuses every key, and says which. */
async function openRefusing(): Promise<{ readonly baseUrl: string } & AsyncDisposable> {
  const refusing = await startServer((request, response) => {
    const key = request.headers.authorization?.replace('Bearer ', '') ?? '';
    const message = `Incorrect API key provided: ${key}`;
    response.writeHead(401, { 'content-type': 'application/json', 'x-key': key });
    response.end(JSON.stringify({ error: { message } }));
  });
  return { baseUrl: refusing.baseUrl, [Symbol.asyncDispose]: () => refusing.close() };
}

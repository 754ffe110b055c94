import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { errorWith } from '@rlm/config/error-with';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { findModels } from '../../src/doctor/find-models.js';
import { openRuns } from '../../src/runs/runs.js';
import type { ModelInfo, RunInfo } from '../../src/api.js';
import { homeAt, runsBelow } from '../support/run-command.js';
import { startServer } from '../models/loopback-server.js';
import { startOpenAiServer, type OpenAiServer } from '../models/openai-server.js';
import {
  openClient,
  openTestServer,
  type Client,
  type TestServer,
} from '../support/serve-client.js';

const key = 'a key that nobody is told';
const code = (text: string): string => `\`\`\`js\n${text}\n\`\`\``;

/** Whether the endpoint lets its clients wait. */
let isSilent = false;
let endpoint: OpenAiServer;
let server: TestServer;
let client: Client;
let texts: readonly string[];
beforeAll(async () => {
  endpoint = await startOpenAiServer(({ messages }) => {
    if (isSilent) return undefined;
    return messages.some(({ content }) => content === 'A name?')
      ? 'Halley'
      : code('FINAL(await llm_query("A name?"))');
  });
  const environment = { RLM_BASE_URL: endpoint.baseUrl, RLM_API_KEY: key };
  server = await openTestServer({
    naming: { environment },
    findEndpoints: async () => (await findModels({ environment, servers: [] })).endpoints,
    costs: { maxCostUsd: 0.5, prices: { inputPerMillion: 1, outputPerMillion: 2 } },
  });
  client = openClient(server);
  texts = [await client.upload('notes.txt', 'The comet came back.')];
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await endpoint.close();
});

const id = 'endpoint:0:tiny-chat';
const begin = (more: object = {}): Promise<RunInfo> =>
  client.start({ question: 'Which comet?', texts, model: id, ...more });

describe('the model of an endpoint', () => {
  it('is offered, answers, and costs; its key stands nowhere', async () => {
    const { models } = await client.json<{ models: ModelInfo[] }>('GET', '/api/models');
    expect(models.map((model) => model.id)).toEqual(['planner', 'by-hand', 'tour', id]);
    expect(models.at(-1)?.label).toMatch(/^tiny-chat \(endpoint, 127\.0\.0\.1:\d+\)$/);

    const run = await begin({ durable: true, maxCostUsd: 0.1 });
    const ended = await client.end(run.id);
    expect(ended).toMatchObject({ answer: 'Halley', model: id, tokens: 30, costUsd: 0.00004 });
    expect(endpoint.requests.map(({ model }) => model)).toEqual(['tiny-chat', 'tiny-chat']);
    const journal = await readFile(join(runsBelow(server.folder), `${run.id}.jsonl`), 'utf8');
    expect(journal).toContain('"maxCostUsd":0.1');
    const events = await client.ask(`/api/runs/${run.id}/events`);
    for (const text of [journal, events.text, JSON.stringify(models)])
      expect(text).not.toContain(key);
  });

  it('may have another one of the same endpoint for sub-queries, and none of elsewhere', async () => {
    const before = endpoint.requests.length;
    const { id: runId } = await begin({ subModel: 'endpoint:0:other' });
    expect((await client.end(runId)).answer).toBe('Halley');
    expect(endpoint.requests.slice(before).map(({ model }) => model)).toEqual([
      'tiny-chat',
      'other',
    ]);
    await expect(begin({ subModel: 'planner' })).rejects.toThrow(/400 .*same endpoint/);
    await expect(begin({ model: 'endpoint:7:x' })).rejects.toThrow(/400 .*no model/);
    await expect(begin({ model: 'planner', language: 'python' })).rejects.toThrow(
      /400 .*writes JavaScript/,
    );
  });

  it('is bounded in cost by the server, also in a fork of a run that cost nothing', async () => {
    const { id: free } = await begin({ model: 'planner', durable: true });
    await client.end(free);
    const fork = await client.json<RunInfo>('POST', `/api/runs/${free}/fork`, {
      atStep: 1,
      model: id,
    });
    await client.end(fork.id);
    const journal = await readFile(join(runsBelow(server.folder), `${fork.id}.jsonl`), 'utf8');
    expect(journal).toContain('"maxCostUsd":0.5');
  });

  it('does not go on with a run that may cost more than the server allows', async () => {
    await using free = await openTestServer({
      runs: openRuns(undefined, homeAt(server.folder)),
      findEndpoints: () =>
        Promise.resolve([
          { server: 'x', baseUrl: endpoint.baseUrl, isNamed: false, models: ['tiny-chat'] },
        ]),
    });
    const there = openClient(free);
    const own = [await there.upload('a.txt', 'The comet.')];
    isSilent = true;
    const run = { question: 'Which?', texts: own, model: id, durable: true };
    const { id: runId } = await there.start(run);
    await there.ask(`/api/runs/${runId}/stop`, { method: 'POST' });
    await there.end(runId);
    isSilent = false;
    const before = endpoint.requests.length;
    await using bounded = await openTestServer({
      runs: openRuns(undefined, homeAt(server.folder)),
      costs: { maxCostUsd: 0.000001, prices: { inputPerMillion: 1, outputPerMillion: 2 } },
    });
    const here = openClient(bounded);
    await expect(here.json('POST', `/api/runs/${runId}/resume`)).rejects.toThrow(
      errorWith({ status: 409, code: 'conflict', facts: ['(without a bound)', '($0.000001)'] }),
    );
    expect(endpoint.requests).toHaveLength(before);
    expect((await here.json<RunInfo>('GET', `/api/runs/${runId}`)).status).toBe('open');
  });

  it('is asked as often as the page says, and by as many sub-queries at once', async () => {
    let asked = 0;
    const failing = await startServer((_request, response) => {
      asked += 1;
      response.writeHead(503, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ error: { message: 'busy' } }));
    });
    const { baseUrl } = failing;
    const run = { durable: true, retries: 0, concurrency: 2, endpoint: { baseUrl } };
    const { id: runId } = await begin({ ...run, model: 'named:x' });
    expect(await client.end(runId)).toMatchObject({ status: 'failed' });
    await failing.close();
    expect(asked).toBe(1);
    const journal = await readFile(join(runsBelow(server.folder), `${runId}.jsonl`), 'utf8');
    expect(journal).toContain('"concurrency":2');
    await expect(begin({ concurrency: 0 })).rejects.toThrow(/400 .*concurrency/);
    await expect(begin({ retries: -1 })).rejects.toThrow(/400 .*retries/);
  });

  it('needs a price for a limit on cost', async () => {
    await using other = await openTestServer({
      findEndpoints: () =>
        Promise.resolve([
          { server: 'Ollama', baseUrl: endpoint.baseUrl, isNamed: false, models: ['tiny-chat'] },
        ]),
    });
    const there = openClient(other);
    const own = [await there.upload('a.txt', 'The comet.')];
    const run = { question: 'Which?', texts: own, model: id };
    await expect(there.start({ ...run, maxCostUsd: 1 })).rejects.toThrow(/400 .*--price-in/);
    const { id: runId } = await there.start(run);
    expect(await there.end(runId)).toMatchObject({ answer: 'Halley', costUsd: null });
  });
});

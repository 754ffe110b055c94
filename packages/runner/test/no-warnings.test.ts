import { setMaxListeners } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import type { ModelFunction } from '@rlm/kernel/model';
import { runResponse } from '@rlm/penguin-engine';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { runMany, runRlm } from '../src/index.js';
import { cell } from './support/cell.js';
import { quickjs } from '@rlm/sandbox/quickjs';

const warnings: unknown[] = [];
const hear = (warning: unknown): void => void warnings.push(warning);
beforeEach(() => {
  warnings.length = 0;
  process.on('warning', hear);
});
afterEach(() => {
  process.off('warning', hear);
});

const many = 30;
const times = <T>(make: (index: number) => T): readonly T[] =>
  Array.from({ length: many }, (_, index) => make(index));
const sandbox = quickjs();
const queries = cell(
  `const all = await llm_query_batched(Array.from({ length: ${many} }, (_, i) => "q" + i)); FINAL(all.length)`,
);

/** A server whose replies come in pieces. */
let server: Server;
let baseURL = '';
beforeAll(async () => {
  server = createServer((request, reply) => {
    request.resume().on('end', () => {
      for (const piece of ['FINAL', '(', '1)']) reply.write(piece);
      reply.end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  baseURL = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
});
afterAll(() => server.close());

describe('many listeners', () => {
  it('on one abortSignal of runs, sub-queries and requests warn of nothing', async () => {
    const { signal: abortSignal } = new AbortController();
    const model: ModelFunction = async ({ abortSignal: signal }) => {
      const reply = await fetch(baseURL, { signal });
      return reply.text();
    };
    const runs = [
      ...times(() => runRlm({ model, sandbox, query: 'q', abortSignal })),
      ...times(() => runResponse({ model, prompt: 'q', abortSignal })),
      runRlm({ model: () => queries, subModel: model, sandbox, query: 'q', abortSignal }),
    ];
    await Promise.all(runs.map(({ result }) => result));
    await new Promise(setImmediate);
    expect(warnings).toEqual([]);
  });

  it('of one run, and the signals of many runs, warn of nothing', async () => {
    const run = runRlm({ model: () => queries, subModel: () => 'y', sandbox, query: 'q' });
    const readers = times(async () => {
      let last = '';
      for await (const { type } of run) last = type;
      return last;
    });
    expect(new Set(await Promise.all(readers))).toEqual(new Set(['run-end']));
    const job = runMany(
      times((index) => `Question ${index}?`),
      {
        model: () => 'FINAL(1)',
        sandbox,
        concurrency: many,
        abortSignal: new AbortController().signal,
      },
    );
    await job.result;
    expect(warnings).toEqual([]);
  });

  it('of signals that a platform counts warn of nothing', async () => {
    const { signal } = new AbortController();
    setMaxListeners(3, signal);
    const asked = { sandbox, query: 'q', abortSignal: signal };
    const model = () => queries;
    const runs = times(() => runRlm({ model, subModel: () => 'y', ...asked }));
    await Promise.all(runs.map(({ result }) => result));
    const session = await sandbox.open();
    await Promise.all(times((index) => session.execute(`${index}`, { abortSignal: signal })));
    await session.close();
    await new Promise(setImmediate);
    expect(warnings).toEqual([]);
  });

  it('of many sessions at once warn of nothing', async () => {
    const { signal: abortSignal } = new AbortController();
    const sessions = await Promise.all(times(() => sandbox.open()));
    const [first] = sessions;
    if (first === undefined) throw new Error('No session was opened.');
    await Promise.all(sessions.map((session) => session.execute('1 + 1', { abortSignal })));
    await Promise.all(times((index) => first.execute(`${index}`, { abortSignal })));
    await Promise.all(sessions.map((session) => session.close()));
    await new Promise(setImmediate);
    expect(warnings).toEqual([]);
  });
});

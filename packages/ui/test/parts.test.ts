import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

import { scripted } from '@rlm/sandbox/scripted';
import { expect, it } from 'vitest';

import { runRlm } from '@rlm/runner';
import { toUIMessageStream, type RunUIChunk } from '../src/index.js';
import { cell } from '../../runner/test/support/cell.js';

it('a part of a stream for useChat has at most 16,000 characters of each text', async () => {
  const long = 'x'.repeat(100_000);
  const run = runRlm({
    model: () => cell(`look // ${long}`),
    subModel: () => long,
    sandbox: scripted([
      async (_, guest) => {
        await guest.call('llm_query', long);
        return { stdout: long, error: { type: 'E', message: long } };
      },
    ]),
    query: 'q',
    maxSteps: 1,
  });
  const parts: RunUIChunk[] = [];
  for await (const chunk of toUIMessageStream(run)) parts.push(chunk);
  const texts = parts
    .filter(({ type }) => type.startsWith('data-'))
    .flatMap((part) => Object.values('data' in part ? part.data : {}))
    .filter((value) => typeof value === 'string' && value.length > 1_000) as string[];
  expect(texts.length).toBeGreaterThanOrEqual(5);
  for (const text of texts) expect(text.length).toBeLessThan(16_100);
});

it('a reader keeps little of queries whose ends never come', async () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const events = async function* (): AsyncGenerator<{ readonly type: string }> {
    for (let nth = 0; nth < 5_000; nth++) {
      const prompt = Buffer.alloc(16_000, `${nth} `).toString('latin1');
      yield await Promise.resolve({
        ...{ type: 'query-start', runId: 'r', depth: 0, step: 1, queryId: `${nth}`, prompt },
        ...{ kind: 'query', name: 'llm_query' },
      });
    }
    collect();
    most = process.memoryUsage().heapUsed - before;
  };
  let most = Infinity;
  collect();
  const before = process.memoryUsage().heapUsed;
  const run = { id: 'r', abort: () => undefined, [Symbol.asyncIterator]: events };
  let chunks = 0;
  for await (const chunk of toUIMessageStream(run)) if (chunk.type === 'data-query') chunks += 1;
  expect(chunks).toBe(5_000);
  expect(most).toBeLessThan(30e6);
});

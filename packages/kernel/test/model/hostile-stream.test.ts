import { expect, it } from 'vitest';

import { readStreamed } from '../../src/model/ai-sdk/read-stream.js';

const fault = new Error('it is broken');

it.each<[string, () => unknown]>([
  ['a rejection', () => Promise.reject(fault)],
  ['a `then` that is async and throws', () => ({ then: () => Promise.reject(fault) })],
])('a stream of a model whose read() gives %s is an error of its call alone', async (_, read) => {
  const unhandled: unknown[] = [];
  const note = (reason: unknown): void => void unhandled.push(reason);
  process.on('unhandledRejection', note);
  const given = { stream: { getReader: () => ({ read, cancel: read }) } };
  const reading = readStreamed(given, () => undefined);
  await expect(reading).rejects.toBe(fault);
  await new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
  process.off('unhandledRejection', note);
  expect(unhandled).toEqual([]);
});

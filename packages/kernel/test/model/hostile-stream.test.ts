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

it('a stream of any number of calls is read to the first 1,000, and lets go of the thread', async () => {
  const parts = Array.from({ length: 30_000 }, (_, index) => ({
    type: 'tool-call',
    toolCallId: `c${index}`,
    toolName: 'count',
    input: '',
  }));
  const stream = new ReadableStream({
    start(controller) {
      for (const part of parts) controller.enqueue(part);
      controller.enqueue({ type: 'finish', finishReason: 'tool-calls', usage: {} });
      controller.close();
    },
  });
  let turns = 0;
  const timer = setInterval(() => (turns += 1), 1);
  const reply = await readStreamed({ stream }, () => undefined);
  clearInterval(timer);
  expect(reply).toMatchObject({ unreadCalls: 29_000, finishReason: 'tool-calls' });
  expect(reply.toolCalls).toHaveLength(1_000);
  expect(turns).toBeGreaterThan(1);
});

it('counts names, ids and arguments of calls to the length of a reply', async () => {
  let sent = 0;
  const stream = new ReadableStream({
    pull(controller) {
      sent += 1;
      controller.enqueue({ type: 'tool-call', toolCallId: `c${sent}`, toolName: 'a', input: '' });
    },
  });
  const reply = await readStreamed({ stream }, () => undefined, { maxChars: 100_000 });
  expect(reply.isTooLong).toBe(true);
  expect(sent).toBeLessThan(100_000);
});

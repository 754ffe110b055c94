import { describe, expect, it } from 'vitest';

import { bullmqQueue, bullmqWorker } from '../../src/bullmq/index.js';
import { memoryStore } from '../../src/index.js';

const connection = { host: '127.0.0.1', port: 1 };
const store = memoryStore();

describe('the options of workers and queues', () => {
  it.each<[object, string]>([
    [{ models: {} }, 'connection: expected the options of ioredis'],
    [{ connection }, 'models: expected'],
    [{ connection, models: { sub: 5 } }, 'model: expected'],
    [{ connection, models: {}, lanes: { 'sub-query': 0 } }, 'lanes.sub-query: expected'],
    [{ connection, models: {}, lockMs: 5 }, 'lockMs: expected a whole number from 100, got 5'],
    [{ connection, models: {}, model: 1 }, 'model: unknown option; did you mean models?'],
  ])('of bullmqWorker: %j is refused', async (options, message) => {
    await expect(bullmqWorker(options as never)).rejects.toThrow(message);
  });

  it.each<[object, string]>([
    [{ store }, 'connection: expected the options of ioredis'],
    [{ connection, store: {} }, 'store: expected a store'],
    [{ connection, store, start: true }, 'start: expected a function'],
    [{ connection, store, concurrency: 0 }, 'concurrency: expected a whole number from 1'],
  ])('of bullmqQueue: %j is refused', async (options, message) => {
    await expect(bullmqQueue(options as never)).rejects.toThrow(message);
  });
});

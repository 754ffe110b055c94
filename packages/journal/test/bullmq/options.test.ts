import { invalidOption } from '@rlm/config/options-suite';
import { describe, expect, it } from 'vitest';

import { bullmqQueue, bullmqWorker } from '../../src/bullmq/index.js';
import { memoryStore } from '../../src/index.js';

const connection = { host: '127.0.0.1', port: 1 };
const store = memoryStore();

describe('the options of workers and queues', () => {
  it.each<[object, option: string, ...facts: string[]]>([
    [{ models: {} }, 'connection', 'the options of ioredis'],
    [{ connection }, 'models'],
    [{ connection, models: {}, lanes: { 'sub-query': 0 } }, 'lanes.sub-query'],
    [{ connection, models: {}, lockMs: 5 }, 'lockMs', 'got 5'],
    [{ connection, models: {}, model: 1 }, 'model', 'models'],
  ])('of bullmqWorker: %j is refused', async (options, ...facts) => {
    await expect(bullmqWorker(options as never)).rejects.toThrow(invalidOption(...facts));
  });

  it('of bullmqWorker: a value that is not a model is refused', async () => {
    const options = { connection, models: { sub: 5 } };
    await expect(bullmqWorker(options as never)).rejects.toMatchObject({ code: 'invalid_model' });
  });

  it.each<[object, option: string, ...facts: string[]]>([
    [{ store }, 'connection', 'the options of ioredis'],
    [{ connection, store: {} }, 'store', 'a store'],
    [{ connection, store, start: true }, 'start', 'a function'],
    [{ connection, store, concurrency: 0 }, 'concurrency', 'a whole number from 1'],
  ])('of bullmqQueue: %j is refused', async (options, ...facts) => {
    await expect(bullmqQueue(options as never)).rejects.toThrow(invalidOption(...facts));
  });
});

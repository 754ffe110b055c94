import { invalidOption } from '@rlm/config/options-suite';
import { describe, expect, it } from 'vitest';

import { bullmqQueue } from '../../src/bullmq/index.js';
import { memoryStore } from '../../src/index.js';

const connection = { host: '127.0.0.1', port: 1 };
const store = memoryStore();

describe('the options of a queue', () => {
  it.each<[object, option: string, ...facts: string[]]>([
    [{ store }, 'connection', 'the options of ioredis'],
    [{ connection, store: {} }, 'store', 'a store'],
    [{ connection, store, start: true }, 'start', 'a function'],
    [{ connection, store, concurrency: 0 }, 'concurrency', 'a whole number from 1'],
  ])('of bullmqQueue: %j is refused', async (options, ...facts) => {
    await expect(bullmqQueue(options as never)).rejects.toThrow(invalidOption(...facts));
  });
});

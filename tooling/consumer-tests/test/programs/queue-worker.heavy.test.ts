import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import {
  noRedis,
  startRedis,
  type RedisServer,
} from '../../../../packages/journal/test/support/redis-server.js';
import type { LoopbackRegistry } from '../loopback-registry.js';
import { openWorkspaceRegistry } from '../workspace-registry.js';
import { installProgram, type InstalledProgram } from './install-program.js';
import { startProgram } from './server.js';

const why = noRedis === undefined ? '' : ` (skipped: ${noRedis})`;

describe.skipIf(noRedis !== undefined)(`examples/queue-worker${why}`, () => {
  let registry: LoopbackRegistry;
  let installed: InstalledProgram;
  let redis: RedisServer;
  beforeAll(async () => {
    redis = await startRedis();
    registry = await openWorkspaceRegistry([
      ...['@ai-sdk/openai-compatible', '@types/node', 'bullmq', 'ioredis', 'quickjs-wasi', 'zod'],
    ]);
    installed = await installProgram(registry.url, 'queue-worker');
  });
  afterAll(async () => {
    await installed.consumer.remove();
    await registry.close();
    await redis.stop();
  });

  it('works on a run that is added, and goes on with it in another worker if the first is killed', async () => {
    const { consumer, program } = installed;
    const env = { REDIS_PORT: String(redis.connection.port) };
    const first = startProgram(consumer, program, 'worker.ts', env);
    await first.says(/waits for runs/);
    const added = startProgram(consumer, program, 'add.ts', env);
    const [, id = ''] = /added (\S+)/.exec(await added.says(/added \S+/)) ?? [];
    await first.says(new RegExp(`works on ${id}`));
    await first.kill();

    const second = startProgram(consumer, program, 'worker.ts', env);
    await second.says(new RegExp(`works on ${id}`));
    expect(await added.says(/^\d+$/m)).toBe(program.prints);
    await second.says(new RegExp(`${id}: ${program.prints}`));
    await second.kill();
  });
});

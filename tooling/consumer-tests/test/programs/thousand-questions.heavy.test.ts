import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { LoopbackRegistry } from '../loopback-registry.js';
import { openWorkspaceRegistry } from '../workspace-registry.js';
import { installProgram, type InstalledProgram } from './install-program.js';
import { startProgram } from './server.js';

describe('examples/thousand-questions', () => {
  let registry: LoopbackRegistry;
  let installed: InstalledProgram;
  beforeAll(async () => {
    registry = await openWorkspaceRegistry([
      ...['@ai-sdk/openai-compatible', '@types/node', 'quickjs-wasi', 'zod'],
    ]);
    installed = await installProgram(registry.url, 'thousand-questions');
  });
  afterAll(async () => {
    await installed.consumer.remove();
    await registry.close();
  });

  it('answers 1,000 questions, though it is killed in between', { timeout: 900_000 }, async () => {
    const { consumer, program } = installed;
    const first = startProgram(consumer, program, 'main.ts');
    await first.says(/500 answered/);
    await first.kill();
    const second = startProgram(consumer, program, 'main.ts');
    const said = await second.says(/\d+ of 1000 answered with \d+ calls/);
    const [answered = 0, , calls = 0] = (said.match(/\d+/g) ?? []).map(Number);
    expect(answered).toBe(1_000);
    // Calls that were under way when it was killed are made, and counted, twice.
    expect(calls).toBeGreaterThanOrEqual(1_000);
    expect(calls).toBeLessThanOrEqual(1_008);
  });
});

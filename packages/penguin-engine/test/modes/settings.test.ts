import type { ModelRequest } from '@rlm/kernel/model';
import { describe, expect, it } from 'vitest';

import { runResponse, runTask } from '../../src/index.js';

describe.each([
  ['runResponse', runResponse],
  ['runTask', runTask],
] as const)('settings of %s', (_, run) => {
  it('are with each request that takes a step', async () => {
    const asked: ModelRequest[] = [];
    const model = (request: ModelRequest): string => {
      asked.push(request);
      return 'Done.';
    };
    const root = { temperature: 0, seed: 7, headers: { 'x-team': 'red' } };
    await run({ model, prompt: 'Go', settings: { root, sub: { temperature: 1 } } }).result;
    expect(asked.length).toBeGreaterThan(0);
    expect(asked.every(({ settings }) => settings === root)).toBe(true);
  });

  it('are not in a request if none are given', async () => {
    const asked: ModelRequest[] = [];
    const model = (request: ModelRequest): string => {
      asked.push(request);
      return 'Done.';
    };
    await run({ model, prompt: 'Go' }).result;
    expect(asked.some((request) => 'settings' in request || 'promptCache' in request)).toBe(false);
  });

  it('do not tell whether prompts are kept: promptCache does, with each request', async () => {
    const asked: ModelRequest[] = [];
    const model = (request: ModelRequest): string => {
      asked.push(request);
      return 'Done.';
    };
    await run({ model, prompt: 'Go', promptCache: 'auto' }).result;
    expect(asked.length).toBeGreaterThan(0);
    expect(asked.every(({ promptCache }) => promptCache === 'auto')).toBe(true);
  });
});

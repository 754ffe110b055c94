import type { ModelFunction } from '@rlm/kernel/model';
import { quickjs } from '@rlm/sandbox/quickjs';
import { eventually } from '@rlm/config/eventually';
import { describe, expect, it } from 'vitest';

import { runRlm } from '../src/index.js';
import { testAborts } from './support/abort-suite.js';
import { cell } from './support/cell.js';
import { watchedBackend } from './support/watched-backend.js';

describe('abort', () => {
  // All events: abort.heavy.test.ts.
  testAborts(4);

  it('before the start makes no call', async () => {
    let calls = 0;
    const model: ModelFunction = () => String((calls += 1));
    const run = runRlm({
      model,
      sandbox: watchedBackend(),
      query: 'q',
      abortSignal: AbortSignal.abort(),
    });
    expect(await run.result).toMatchObject({ finishReason: 'aborted' });
    expect(calls).toBe(0);
  });

  it('does not wait for a session that is slow to open, and closes it when it comes', async () => {
    const controller = new AbortController();
    const backend = watchedBackend();
    let arrive = (): void => undefined;
    const arrived = new Promise<void>((resolve) => {
      arrive = resolve;
    });
    const slow = {
      ...backend,
      open: async () => {
        controller.abort();
        await arrived;
        return backend.open();
      },
    };
    const run = runRlm({
      model: () => 'FINAL(late)',
      sandbox: slow,
      query: 'q',
      abortSignal: controller.signal,
    });
    expect(await run.result).toMatchObject({ finishReason: 'aborted', answer: null });
    arrive();
    await eventually(() => {
      expect(backend).toMatchObject({ opened: [{}], openSessions: 0 });
    });
  });

  it.each([
    ['an endless loop', 'print(1); while (true) { try { for (;;); } catch {} }'],
    ['a call that never answers', 'print(1); await llm_query("x")'],
  ])('stops %s in a real session', async (_, code) => {
    const run = runRlm({
      model: () => cell(code),
      subModel: () => new Promise<string>(() => undefined),
      sandbox: quickjs(),
      query: 'q',
    });
    for await (const event of run) {
      if (event.type === 'output-delta') run.abort();
    }
    expect(await run.result).toMatchObject({ finishReason: 'aborted', answer: null });
  });
});

import type { ModelFunction } from '@rlm/kernel/model';
import { quickjs } from './support/quickjs.js';
import { eventually } from '@rlm/config/eventually';
import { describe, expect, it } from 'vitest';

import { runRlm, type RlmEvent, type RlmResult } from '../src/index.js';
import { cell } from './support/cell.js';
import { watchedBackend } from './support/watched-backend.js';

/** A run that does everything: output, sub-queries, a child, two turns. */
function start(signal: AbortSignal, sandbox = watchedBackend()) {
  const replies = [
    cell('print(1); rs = await llm_query_batched(["a", "b"]); r = await rlm_query("c")'),
    cell('FINAL(rs.length)'),
  ];
  const root: ModelFunction = () => replies.shift() ?? 'FINAL(none)';
  return runRlm({
    model: [root, () => cell('FINAL(await llm_query("d"))')],
    subModel: () => 'sub',
    sandbox,
    query: 'q',
    context: 'x',
    abortSignal: signal,
  });
}

async function abortAt(index: number): Promise<{ result: RlmResult; open: number; count: number }> {
  const controller = new AbortController();
  const sandbox = watchedBackend();
  const run = start(controller.signal, sandbox);
  const events: RlmEvent[] = [];
  for await (const event of run) {
    if (events.length === index) controller.abort(new Error('enough'));
    events.push(event);
  }
  expect(events.at(-1)).toMatchObject({ type: 'run-end', depth: 0 });
  return { result: await run.result, open: sandbox.openSessions, count: events.length };
}

describe('abort', () => {
  it('at any event ends the run once, with every session closed', async () => {
    const { count, result } = await abortAt(Infinity);
    expect(result).toMatchObject({ answer: '2', finishReason: 'final' });
    const reasons = new Set<string>();
    for (let index = 0; index < count; index += 1) {
      const aborted = await abortAt(index);
      expect(aborted.open).toBe(0);
      reasons.add(aborted.result.finishReason);
    }
    expect([...reasons].sort()).toEqual(['aborted', 'final']);
  });

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

import type { ModelFunction } from '@rlm/kernel/model';
import { expect, it } from 'vitest';

import { runRlm, type RlmEvent, type RlmResult } from '../../src/index.js';
import { cell } from './cell.js';
import { watchedBackend } from './watched-backend.js';

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

/** Tests that an abort at every n-th event, from the first, ends the run once. */
export function testAborts(every: number): void {
  it('at any event ends the run once, with every session closed', async () => {
    const { count, result } = await abortAt(Infinity);
    expect(result).toMatchObject({ answer: '2', finishReason: 'final' });
    const reasons = new Set<string>();
    for (let index = 0; index < count; index += every) {
      const aborted = await abortAt(index);
      expect(aborted.open).toBe(0);
      reasons.add(aborted.result.finishReason);
    }
    expect([...reasons].sort()).toEqual(['aborted', 'final']);
  });
}

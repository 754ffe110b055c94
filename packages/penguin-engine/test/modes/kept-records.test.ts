import { roughBytes } from '@rlm/repl-types/internal';
import { describe, expect, it } from 'vitest';

import { defineTool, runTask } from '../../src/index.js';
import { maxRecordBytes } from '@rlm/kernel/internal';

const page = 'p'.repeat(16_000);
const finish = '<finish_task>{"summary": "read", "status": "done"}</finish_task>';

/** A task that reads so many pages in each of its turns, then ends. */
async function read(turns: number, pagesATurn: number, text: string, maxOutputChars?: number) {
  let turn = 0;
  let calls = 0;
  const tool = defineTool({
    name: 'read',
    description: 'reads',
    execute: () => ((calls += 1), text),
  });
  const result = await runTask({
    prompt: 'Read.',
    tools: [tool],
    maxSteps: turns + 1,
    guard: false,
    // A result of a million characters is too long to be read for marks.
    onSuspectedInjection: 'allow',
    limits: { maxOutputChars },
    contextWindow: { maxTokens: 1e12 },
    model() {
      turn += 1;
      if (turn > turns) return finish;
      const toolCalls = Array.from({ length: pagesATurn }, (_, at) => ({
        id: `c${String(turn)}-${String(at)}`,
        name: 'read',
        arguments: { input: 'x' },
      }));
      return { text: '', toolCalls };
    },
  }).result;
  return { result, calls };
}

describe('records of actions', () => {
  it('of one turn are 64 MiB: what is beyond is not called, and the run is told', async () => {
    const { result, calls } = await read(1, 100, 'p'.repeat(1_000_000), 1_000_000);
    const records = result.actionResults.slice(0, -1);
    expect(result.finishSummary).toBe('read');
    expect(calls).toBe(records.length);
    expect(calls).toBe(Math.floor(maxRecordBytes / roughBytes(records[0])) + 1);
    expect(result.diagnostics.map(({ code }) => code)).toEqual(['actions_dropped']);
    expect(roughBytes(records)).toBeLessThan(maxRecordBytes + 3_000_000);
  });

  it('of a result are whole up to 64 MiB, then shortened: 120 turns of 20', async () => {
    const { result, calls } = await read(120, 20, page);
    expect(calls).toBe(2_400);
    expect(result.actionResults).toHaveLength(2_401);
    const whole = result.actionResults.filter(({ result: text }) => text === page);
    expect(whole.length).toBeGreaterThan(1_900);
    expect(result.actionResults.slice(0, whole.length)).toEqual(whole);
    expect(result.actionResults.at(-2)?.result.length).toBeLessThan(2_100);
    const short = (2_400 - whole.length) * 6_000;
    expect(roughBytes(result.actionResults)).toBeLessThan(maxRecordBytes + short);
  });

  it('are all whole if thousands are small', async () => {
    const { result, calls } = await read(50, 100, 'small');
    expect(calls).toBe(5_000);
    expect(result.diagnostics).toEqual([]);
    expect(result.actionResults.slice(0, -1).every(({ result: text }) => text === 'small')).toBe(
      true,
    );
  });
});

import type { ModelRequest } from '@rlm/kernel/model';
import { quickjs } from '@rlm/sandbox/quickjs';
import { describe, expect, it } from 'vitest';

import { runRlm, type RlmResult } from '../../src/index.js';
import { cell } from '../support/cell.js';

const line = 'He said "so be it", and it was.\n';
const context = line.repeat(10_000_000 / line.length);
const inBatch = `const size = 100_000;
const parts = Array.from({ length: Math.ceil(context.length / size) }, (_, at) => context.slice(at * size, (at + 1) * size));
const answers = await llm_query_batched(parts);
FINAL(answers.length)`;

/** Plays one cell over a context of 10 MB. */
async function play(code: string): Promise<{ result: RlmResult; notice: string }> {
  let turns = 0;
  let notice = '';
  const model = ({ purpose, messages }: ModelRequest): string => {
    if (purpose === 'sub') return 'read';
    turns++;
    if (turns > 1) notice = String(messages.at(-1)?.content);
    return turns === 1 ? cell(code) : cell('FINAL("gave up")');
  };
  const { result } = runRlm({ model, sandbox: quickjs(), query: 'q', context });
  return { result: await result, notice };
}

describe('a run over 10 MB', () => {
  it('sends all of it in one batch', async () => {
    const { result } = await play(inBatch);
    expect(result.answer).toBe('100');
  });

  it('may give all of it as its answer', async () => {
    const { result } = await play('const copy = context + "!"; FINAL_VAR("copy")');
    expect(result.answer).toBe(`${context}!`);
  });

  it('says what is too large, and what to do', async () => {
    const { result, notice } = await play('const copy = context + context; FINAL_VAR("copy")');
    expect(result.answer).toBe('gave up');
    expect(notice).toContain('limit maxValueBytes');
    expect(notice).toContain('in parts');
  });
});

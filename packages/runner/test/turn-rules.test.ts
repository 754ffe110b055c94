import { scriptedModel, type ScriptedReply } from '@rlm/kernel/testing';
import { describe, expect, it } from 'vitest';

import { runRlm, type RlmResult, type RunRlmOptions } from '../src/index.js';
import { cell } from './support/cell.js';
import { watchedBackend } from './support/watched-backend.js';

async function run(
  replies: readonly ScriptedReply[],
  options: Partial<RunRlmOptions> = {},
): Promise<{ result: RlmResult; told: readonly string[] }> {
  const model = scriptedModel(replies);
  const result = await runRlm({
    model,
    subModel: ({ messages }) => `SUB:${messages.at(-1)?.content ?? ''}`,
    sandbox: watchedBackend(),
    query: 'q',
    context: 'hello world',
    wrapUp: false,
    maxSteps: replies.length,
    ...options,
  }).result;
  const told = model.calls.at(-1)?.messages.map(({ content }) => content) ?? [];
  return { result, told };
}

describe('how a run ends', () => {
  it('lets what was executed beat what was written', async () => {
    const { result, told } = await run([`${cell('print(1)')}\n\nFINAL(9999)`, 'FINAL(1)']);
    expect(result).toMatchObject({ answer: '1', source: 'prose' });
    expect(told.at(-1)).toMatch(/Note: .*\btext\b.*\bignored\b/);
  });

  it('takes no final from a block that failed before it', async () => {
    const { result, told } = await run([cell('x = missing\nFINAL(x)'), 'FINAL(none)']);
    expect(result.answer).toBe('none');
    expect(told.at(-1)).toMatch(/ReferenceError: missing\b/);
  });

  it('skips the blocks after one that failed or ended the run, and says so', async () => {
    const { result, told } = await run(
      [cell('a = 1', 'nope()', 'b = 2'), cell('FINAL(a)', 'b = 3')],
      {
        includeVariables: true,
      },
    );
    expect(told.at(-1)).toMatch(/\bBlock 2 failed\b.*\b1 after\b/);
    expect(result).toMatchObject({ answer: '1', variables: { a: 1 } });
    expect(result.variables).not.toHaveProperty('b');
  });

  it('names the variables that exist, nearest first, when FINAL_VAR names another', async () => {
    const { result, told } = await run([
      cell('other = 1; result = 2'),
      'FINAL_VAR(resul)',
      'FINAL_VAR(result)',
    ]);
    expect(told.at(-1)).toContain("['result', 'other']");
    expect(result).toMatchObject({ answer: '2', value: 2 });
  });

  it.each([
    ['FINAL(42', 'is never closed'],
    ['FINAL(<your answer>)', 'placeholder'],
  ])('reports the near miss %s', async (reply) => {
    const { result, told } = await run([reply, 'FINAL(42)']);
    expect(told.at(-1)).toContain('Note:');
    expect(result.answer).toBe('42');
  });

  it('nudges a reply without code or answer, three times at most', async () => {
    const { result, told } = await run(['Hm.', 'Well.', 'Let me think.', 'FINAL(1)']);
    expect(result).toMatchObject({
      answer: null,
      finishReason: 'guard',
      stop: { code: 'no_action' },
    });
    expect(told.at(-1)).toMatch(/\bnothing ended\b/);
  });

  it('accepts an answer that is empty on purpose, unless it is told not to', async () => {
    const accepted = await run([cell('FINAL("")')]);
    expect(accepted.result).toMatchObject({ answer: '', finishReason: 'final' });
    const refused = await run([cell('FINAL("")'), cell('FINAL("x")')], { rejectEmptyFinal: true });
    expect(refused.result.answer).toBe('x');
    expect(refused.told.at(-1)).toContain('is empty');
  });

  it('holds an answer back until its conditions are met', async () => {
    const early = await run(['FINAL(guess)', cell('FINAL(context.length)')], {
      requireExecution: true,
    });
    expect(early.result).toMatchObject({ answer: '11', source: 'code' });
    const counted = await run([cell('FINAL(1)'), cell('FINAL(2)'), cell('FINAL(3)')], {
      minSteps: 2,
    });
    expect(counted.result.answer).toBe('2');
  });

  it('gives SUBMIT as fields, and its answer as text', async () => {
    const { result } = await run([cell('SUBMIT({ answer: 3, confidence: 0.9 })')]);
    expect(result).toMatchObject({ answer: '3', value: { answer: 3, confidence: 0.9 } });
  });

  it('opens a lost session anew, with its contexts, and says so', async () => {
    const sandbox = watchedBackend();
    const { result, told } = await run([cell('a = 1'), cell('crash()'), cell('FINAL(context)')], {
      sandbox,
    });
    expect(result.answer).toBe('hello world');
    expect(told.at(-1)).toContain('The REPL was lost');
    expect(sandbox.opened).toHaveLength(2);
    expect(sandbox.openSessions).toBe(0);
  });

  it('shows head and tail of output that is too long', async () => {
    const { told } = await run([cell('print("a".repeat(5000) + "z".repeat(5000))'), 'FINAL(1)'], {
      limits: { maxOutputChars: 1_000 },
    });
    expect(told.at(-1)?.length).toBeLessThan(1_500);
    expect(told.at(-1)).toMatch(/a{100}[\s\S]*left out[\s\S]*z{100}/);
    expect(told.at(-1)).toMatch(/Note: 9,001 of 10,001 .*`_out`/);
  });

  it('stops a stream after its first block, so that nothing invented is kept', async () => {
    const invented = [
      ...`${cell('print(2)')}\nIt printed 7.\nFINAL(7)`.matchAll(/[\s\S]{1,5}/g),
    ].map(([piece]) => piece);
    const on = await run([{ chunks: invented }, 'FINAL(2)']);
    expect(on.result.answer).toBe('2');
    expect(on.told.join('\n')).not.toContain('7');
    const off = await run([{ chunks: invented }, 'FINAL(2)'], { fenceStop: false });
    expect(off.told.join('\n')).toContain('It printed 7.');
  });
});

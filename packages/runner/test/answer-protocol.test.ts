import { scriptedModel } from '@rlm/kernel/testing';
import { quickjs } from '@rlm/sandbox/quickjs';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';

import { createRlm, runRlm } from '../src/index.js';
import { cell } from './support/cell.js';
import { readVectors } from './support/vectors.js';
import { sharedPython } from './support/shared-python.js';

interface CellExpectation {
  readonly stdout?: string;
  readonly error?: string | null;
  readonly final_answer?: string | null;
  readonly hint?: string;
  readonly raised?: string;
}

const vectors = readVectors<
  { readonly context: string; readonly cells: readonly string[] },
  readonly CellExpectation[]
>('reference_answer_protocol');

describe('reference_answer_protocol in Python', () => {
  const backend = sharedPython();

  for (const { name, input, expected, quirk = false, better } of vectors) {
    it(name, async () => {
      const functions = { llm_query: () => 'sub' };
      const session = await backend.open({ dialects: ['answer'], functions });
      await session.set('context', input.context);
      const wanted = quirk ? (better as readonly CellExpectation[]) : expected;
      for (const [index, code] of input.cells.entries()) {
        const { stdout, stderr, error, finalOutput } = await session.execute(code);
        const { final_answer: answer, hint, ...cellWanted } = wanted[index] ?? {};
        if (cellWanted.stdout !== undefined) expect(stdout).toBe(cellWanted.stdout);
        if (typeof cellWanted.error === 'string' && finalOutput === null) {
          expect(`${error?.type ?? ''}: ${error?.message ?? ''}`).toBe(cellWanted.error);
        }
        if (cellWanted.error === null) expect(error).toBeUndefined();
        if (hint !== undefined) expect(stdout + stderr).toContain('dict');
        if (answer === null) expect(finalOutput).toBeNull();
        else if (answer !== undefined) expect(finalOutput).toMatchObject({ answer });
      }
      await session.close();
    });
  }
});

describe('the answer dialect', () => {
  it('ends a run when the cell ends with `ready` exactly true', async () => {
    const model = scriptedModel([
      cell('answer.content = "draft"; answer.ready = 1'),
      cell('answer.ready = true; answer.content = "done"'),
    ]);
    const result = await runRlm({ model, sandbox: quickjs(), query: 'q', dialects: ['answer'] })
      .result;
    expect(result).toMatchObject({ answer: 'done', finishReason: 'final', source: 'code' });
    expect(result.steps.length).toBe(2);
  });

  const inLanguage = {
    quickjs: {
      sandbox: quickjs(),
      give: (content: string) => `answer.content = ${content}; answer.ready = true`,
      look: 'print(answer.content, answer.ready)',
    },
    pyodide: {
      sandbox: sharedPython(),
      give: (content: string) => `answer["content"] = ${content}\nanswer["ready"] = True`,
      look: 'print(answer["content"], str(answer["ready"]).lower())',
    },
  };

  describe.each(Object.entries(inLanguage))('in %s', (_, { sandbox, give, look }) => {
    it('is asked once for an answer that the schema refuses', async () => {
      const replies = [cell(give('"many"')), cell('x = 1'), cell(give('7'))];
      const options = { sandbox, schema: z.number(), dialects: ['answer'] as const };
      const alone = scriptedModel(replies);
      const lasting = scriptedModel(replies);
      const rlm = createRlm({ ...options, model: lasting });
      const runs = [
        { model: alone, result: await runRlm({ ...options, model: alone, query: 'q' }).result },
        { model: lasting, result: await rlm.run('q').result },
      ];
      await rlm.close();
      for (const { model, result } of runs) {
        expect(result).toMatchObject({ value: 7, finishReason: 'final' });
        const told = model.calls.map(({ messages }) => messages.at(-1)?.content);
        expect(told[1]).toContain('the shape');
        expect(told[2]).not.toContain('the shape');
      }
    });

    it('starts clean for the next question', async () => {
      const model = scriptedModel([cell(give('"first"')), cell(look), cell(give('"second"'))]);
      const rlm = createRlm({ model, sandbox, dialects: ['answer'] });
      expect((await rlm.run('one?').result).answer).toBe('first');
      expect((await rlm.run('two?').result).answer).toBe('second');
      expect(model.calls[2]?.messages.at(-1)?.content).toContain('\n false\n');
      await rlm.close();
    });
  });
});

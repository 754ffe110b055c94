import { invalidOption } from '@rlm/config/options-suite';
import { scriptedModel } from '@rlm/kernel/testing';
import { quickjs } from '@rlm/sandbox/quickjs';
import { dialects, type Dialect } from '@rlm/termination/dialects';
import { describe, expect, it } from 'vitest';

import { createRlm, runRlm, type RunRlmOptions, type DialectChoice } from '../src/index.js';
import { cell } from './support/cell.js';

async function episode(
  chosen: readonly DialectChoice[],
  replies: readonly string[],
  options: Partial<RunRlmOptions> = {},
) {
  const model = scriptedModel([...replies]);
  const run = runRlm({ model, sandbox: quickjs(), query: 'q', dialects: chosen, ...options });
  const result = await run.result;
  const lastSeen = model.calls.at(-1)?.messages.at(-1)?.content ?? '';
  return { result, prompt: model.calls[0]?.messages[0]?.content ?? '', lastSeen };
}

describe('the dialect final', () => {
  it.each([
    [[cell('FINAL("42")')], '42'],
    [['It is done, so FINAL("42")'], '42'],
    [[cell('const n = 6 * 7'), 'FINAL_VAR(n)'], '42'],
  ])('ends by %j', async (replies, answer) => {
    expect((await episode(['final'], replies)).result).toMatchObject({ answer });
  });
});

describe('the dialect final-strict', () => {
  it.each([
    ['FINAL(42)', '42'],
    ['All is read.\n\nFINAL("hello")', '"hello"'],
    ['FINAL(answer (with nested) parens)', 'answer (with nested) parens'],
    ['FINAL(1)\nFINAL(1)', '1'],
  ])('takes %j as written', async (reply, answer) => {
    const { result } = await episode(['final-strict'], [reply]);
    expect(result).toMatchObject({ answer, finishReason: 'final', source: 'prose' });
  });

  it('reads variables from the REPL, and code as every dialect does', async () => {
    const replies = [cell('const result = "ok"'), 'Done.\nFINAL_VAR(result)'];
    expect((await episode(['final-strict'], replies)).result.answer).toBe('ok');
    expect((await episode(['final-strict'], [cell('FINAL("in code")')])).result.answer).toBe(
      'in code',
    );
  });

  it('ends by no call within a sentence, and says how to write it', async () => {
    const { result, lastSeen } = await episode(['final-strict'], ['It is FINAL(41)', 'FINAL(42)']);
    expect(result).toMatchObject({ answer: '42' });
    expect(lastSeen).toMatch(/FINAL: .*\bline of its own\b/);
  });

  it('lets code that runs win over a call beside it', async () => {
    const replies = [`${cell('print(1)')}\n\nFINAL(9)`, 'FINAL(1)'];
    expect((await episode(['final-strict'], replies)).result.answer).toBe('1');
  });

  it('is what the prompt teaches', async () => {
    const { prompt } = await episode(['final-strict'], ['FINAL(1)']);
    expect(prompt).toContain('alone on a line');
    expect(prompt).not.toContain('SUBMIT');
  });

  it('holds in child runs, in lasting sessions and in the last reply', async () => {
    const model = scriptedModel([
      cell('FINAL(await rlm_query("sub"))'),
      'Child: FINAL(no)',
      'FINAL("child")',
    ]);
    const parent = await runRlm({
      model,
      sandbox: quickjs(),
      query: 'q',
      dialects: ['final-strict'],
    }).result;
    expect(parent.answer).toBe('"child"');

    const rlm = createRlm({
      model: scriptedModel([cell('const kept = 7'), 'FINAL(1)', 'FINAL_VAR(kept)']),
      sandbox: quickjs(),
      dialects: ['final-strict'],
    });
    expect((await rlm.run('first').result).answer).toBe('1');
    expect((await rlm.run('second').result).answer).toBe('7');
    await rlm.close();

    const { result, lastSeen } = await episode(
      ['final-strict'],
      [cell('let a = 1'), 'FINAL("last")'],
      { maxSteps: 1 },
    );
    expect(result).toMatchObject({
      answer: '"last"',
      source: 'wrap-up',
      finishReason: 'max_steps',
    });
    expect(lastSeen).toContain('FINAL(the answer), alone on a line.');
  });
});

describe('the dialect submit', () => {
  it.each([[[cell('SUBMIT({ answer: "a", n: 1 })')]], [['SUBMIT(answer="a", n=1)']]])(
    'ends by %j',
    async (replies) => {
      expect((await episode(['submit'], replies)).result.value).toEqual({ answer: 'a', n: 1 });
    },
  );

  it('knows no FINAL, in prose or in code', async () => {
    const replies = ['FINAL(1)', cell('FINAL(1)'), 'FINAL(1)\nSUBMIT(answer="a")'];
    const { result, prompt } = await episode(['submit'], replies);
    expect(result).toMatchObject({ answer: 'a' });
    expect(prompt).not.toContain('FINAL');
    expect(result.steps[1]?.output).toContain('FINAL is not defined');
  });
});

describe('the dialect answer', () => {
  it('ends when the variable is ready, and by no prose', async () => {
    const replies = ['FINAL(1)', cell('answer.content = "a"; answer.ready = true')];
    const { result, prompt } = await episode(['answer'], replies);
    expect(result).toMatchObject({ answer: 'a' });
    expect(prompt).not.toContain('FINAL');
  });

  it('leaves it to another dialect beside it when prose ends the run', async () => {
    const replies = [cell('print("The report is long.")'), 'FINAL(42)'];
    const { result } = await episode(['final', 'answer'], replies, { maxSteps: 2 });
    expect(result).toMatchObject({ answer: '42', finishReason: 'final', source: 'prose' });
  });
});

describe.each(Object.values(dialects))(
  'the session of $name',
  ({ session: dialect, guestNames }) => {
    it.each(guestNames)('defines %s, and takes no host function of that name', async (name) => {
      const session = await quickjs().open({ dialects: [dialect] });
      expect((await session.execute(`print(typeof ${name})`)).stdout).toMatch(
        /^(?:function|object)\n$/,
      );
      await session.close();
      const functions = { [name]: () => 1 };
      await expect(quickjs().open({ functions })).rejects.toThrow(
        invalidOption(`functions.${name}`, `own function ${name}`),
      );
    });
  },
);

describe('a dialect of one’s own', () => {
  const boxed: Dialect = {
    name: 'boxed',
    session: 'final',
    guestNames: ['FINAL', 'FINAL_VAR'],
    readProse(text) {
      const [rawMatch, content] = /\\boxed\{([^}]*)\}/.exec(text) ?? [];
      return {
        detected: rawMatch !== undefined,
        finalType: rawMatch === undefined ? null : 'direct',
        content: content ?? null,
        rawMatch: rawMatch ?? null,
        span: null,
        nearMisses: [],
      };
    },
    words: () => ({
      code: 'FINAL(value) in a block.',
      prose: 'Or write \\boxed{the answer}.',
      reminder: 'finish with \\boxed{the answer}',
      lastReply: 'Finish with \\boxed{the answer}.',
    }),
  };

  it('is one record, which prompt, loop and session read', async () => {
    const { result, prompt, lastSeen } = await episode([boxed], ['Hm.', 'So \\boxed{42}.']);
    expect(result).toMatchObject({ answer: '42' });
    expect(prompt).toContain('Or write \\boxed{the answer}.');
    expect(lastSeen).toContain('or finish with \\boxed{the answer}.');
    expect((await episode([boxed], [cell('FINAL(1)')])).result.answer).toBe('1');
  });

  it.each([
    ['that it marks', ['boxed'], '\\boxed{42}', 'max_steps'],
    ['without marks', undefined, '\\boxed{42}', 'max_steps'],
    ['that it does not mark', ['framed'], '\\boxed{42}', 'final'],
  ])('is not ended by an echo of a call %s', async (_, marks, call, finishReason) => {
    const replies = [cell(`print(${JSON.stringify(call)})`), `So ${call}.`];
    const { result } = await episode([{ ...boxed, marks }], replies, { maxSteps: 2 });
    expect(result.finishReason).toBe(finishReason);
  });

  it('stands beside built-in ones, in its order', async () => {
    const { result } = await episode([boxed, dialects.final], ['FINAL(1) \\boxed{2}']);
    expect(result.answer).toBe('2');
  });

  it('keeps its names from contexts and tools', () => {
    const named = { ...boxed, guestNames: ['BOX'] };
    const options = { model: scriptedModel([]), sandbox: quickjs(), query: 'q', dialects: [named] };
    expect(() => runRlm({ ...options, contexts: { BOX: { value: 1 } } })).toThrow(
      invalidOption('contexts', 'got "BOX"'),
    );
  });

  it.each([
    [{ ...boxed, session: 'box' }, 'dialects[0]'],
    [{ ...boxed, words: undefined }, 'dialects[0]'],
    [{ ...boxed, marks: 'box' }, 'dialects[0]'],
    ['final_strict', 'dialects[0]'],
  ])('is refused at the call when it is wrong', (wrong, option) => {
    const options = { model: scriptedModel([]), sandbox: quickjs(), query: 'q', dialects: [wrong] };
    expect(() => runRlm(options as unknown as RunRlmOptions)).toThrow(
      expect.objectContaining({ code: 'invalid_option', details: { option } }),
    );
  });
});

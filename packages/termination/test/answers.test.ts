import { hostileData } from '@rlm/config/hostile-data';
import { RlmError } from '@rlm/repl-types';
import { finalSignalOf } from '@rlm/repl-types/internal';
import { describe, expect, it } from 'vitest';

import {
  explainFinalAnswer,
  extractCodeBlocks,
  FINAL,
  FINAL_VAR,
  FinalOutput,
  FinalVarNotFoundError,
  findFinalAnswer,
  formatFinalAnswer,
  resolveFinalVar,
  SUBMIT,
} from '../src/index.js';

function thrownBy(action: () => unknown): unknown {
  try {
    return action();
  } catch (error) {
    return error;
  }
}

describe('FINAL, FINAL_VAR and SUBMIT', () => {
  it.each([
    [() => FINAL([1]), { type: 'direct', answer: [1] }],
    [() => FINAL_VAR('x'), { type: 'variable', var: 'x' }],
    [() => SUBMIT({ a: 1 }), { type: 'submit', fields: { a: 1 } }],
  ])('throw a FinalOutput that says what was given', (call, output) => {
    const error = thrownBy(call);
    expect(error).toBeInstanceOf(FinalOutput);
    expect((error as FinalOutput).output).toEqual(output);
    expect(finalSignalOf(error)).toEqual(output);
  });

  it.each([
    ['FINAL()', () => FINAL(...([] as unknown as [answer: unknown]))],
    ['SUBMIT()', () => SUBMIT(...([] as unknown as [fields: Record<string, unknown>]))],
    ['SUBMIT({})', () => SUBMIT({})],
    ['SUBMIT(null)', () => SUBMIT(null as unknown as Record<string, unknown>)],
    ['SUBMIT("a")', () => SUBMIT('a' as unknown as Record<string, unknown>)],
  ])('end nothing when they are called as %s', (_, call) => {
    const error = thrownBy(call);
    expect(error).not.toBeInstanceOf(FinalOutput);
    expect(error).toMatchObject({ code: 'no_answer' });
    expect((error as Error).message).toMatch(/^No answer: call (?:FINAL|SUBMIT)\(.+\)$/);
  });

  it.each([[undefined], [''], [null]])('take %j for an answer when it is given', (answer) => {
    expect(thrownBy(() => FINAL(answer))).toMatchObject({ output: { type: 'direct', answer } });
  });
});

describe('resolveFinalVar', () => {
  it('reads a Map as it reads a record', () => {
    const namespace = new Map<string, unknown>([['x', undefined]]);
    expect(resolveFinalVar('x', namespace)).toBeUndefined();
    expect(() => resolveFinalVar('y', namespace)).toThrow("Available variables: ['x']");
  });

  it.each(['constructor', 'toString', '__proto__'])(
    'does not take %s from the prototype',
    (name) => {
      expect(() => resolveFinalVar(name, {})).toThrow(FinalVarNotFoundError);
    },
  );

  it('names close spellings first, then the others in their order, at most 20', () => {
    const names = [...Array.from({ length: 30 }, (_, index) => `v${index}`), 'final_result', '_x'];
    const namespace = Object.fromEntries(names.map((name) => [name, 1]));
    const error = thrownBy(() => resolveFinalVar('finalResult', namespace));
    expect(RlmError.isInstance(error)).toBe(true);
    expect(error).toMatchObject({
      code: 'final_var_not_found',
      availableCount: 31,
      available: ['final_result', ...Array.from({ length: 19 }, (_, index) => `v${index}`)],
    });
    expect(String(error)).toMatch(/'v18'\] \(31 in all\)$/);
  });
});

/** The code of the error that a call throws: `none` if it throws none. */
function codeOf(call: () => unknown): string {
  try {
    call();
    return 'none';
  } catch (error) {
    return RlmError.isInstance(error) ? error.code : 'foreign';
  }
}

describe('formatFinalAnswer', () => {
  it.each([
    [{ answer: [1, 2] }, '[1, 2]'],
    [{ answer: { a: 1 } }, '{"a": 1}'],
    [[{ answer: 1 }, null, 'x'], '{"answer": 1}\n\nx'],
    [new Map([['a', 1]]), '{\n  "a": 1\n}'],
    [new Map([['answer', 1]]), '1'],
    [new Set(['a', 'b']), 'a\nb'],
    [10n, '10'],
    [{ big: 10n }, '{\n  "big": "10"\n}'],
    [new Date(0), '1970-01-01T00:00:00.000Z'],
    [new TypeError('no'), 'TypeError: no'],
    [undefined, ''],
    [NaN, 'NaN'],
  ])('writes %s as text', (answer: unknown, text) => {
    expect(formatFinalAnswer(answer)).toBe(text);
  });

  const revoked = Proxy.revocable({}, {});
  revoked.revoke();
  const throws = (): never => {
    throw new Error('hostile');
  };

  it.each<[string, unknown, string]>([
    ['a key without a text', new Map([[{ toString: 0 }, 1]]), '{\n  "[Unreadable]": 1\n}'],
    [
      'a getter that throws',
      {
        a: 1,
        b: {
          get c() {
            return throws();
          },
        },
      },
      '{\n  "a": 1,\n  "b": {\n    "c": "[Unreadable]"\n  }\n}',
    ],
    [
      'a field `answer` that throws',
      {
        get answer() {
          return throws();
        },
      },
      '[Unreadable]',
    ],
    ['a toJSON that throws', [{ toJSON: throws }, 'x'], '[Unreadable]\nx'],
    ['a revoked proxy', revoked.proxy, '[Unreadable]'],
    [
      'an error without a text',
      Object.assign(new Error('x'), { toString: throws }),
      '[Unreadable]',
    ],
    ['a function without a text', Object.assign(() => 1, { toString: throws }), '[Unreadable]'],
    [
      'a toJSON that refers back',
      {
        toJSON() {
          return { self: this };
        },
      },
      '{\n  "self": "[Circular]"\n}',
    ],
    [
      'an error in data',
      { error: new TypeError('no'), pattern: /a/ },
      '{\n  "error": "TypeError: no",\n  "pattern": "/a/"\n}',
    ],
    [
      'functions and symbols',
      { run: throws, mark: Symbol('m'), n: NaN },
      '{\n  "mark": "Symbol(m)",\n  "n": null\n}',
    ],
  ])('writes an answer with %s', (_, answer, text) => {
    expect(formatFinalAnswer(answer)).toBe(text);
  });

  it('refuses an answer that is too deep, or of which a part comes too often, with its error', () => {
    let deep: unknown = [];
    let wide: unknown = 'x';
    for (let level = 0; level < 100_000; level++) deep = [deep];
    for (let level = 0; level < 60; level++) wide = [wide, wide];
    for (const answer of [deep, wide]) {
      expect(() => formatFinalAnswer(answer)).toThrow(
        expect.objectContaining({ code: 'invalid_argument' }),
      );
    }
  });

  it.each(hostileData)('throws no error but its own: $name', ({ make }) => {
    for (const answer of [make(), { answer: make() }, [make()]]) {
      expect(codeOf(() => formatFinalAnswer(answer))).toMatch(/^(none|invalid_argument)$/);
    }
  });

  it('cuts a cycle instead of failing', () => {
    const cycle: unknown[] = [];
    cycle.push({ cycle });
    expect(formatFinalAnswer(cycle)).toContain('[Circular]');
  });
});

describe('explainFinalAnswer', () => {
  const environment = { getVariable: () => Promise.resolve({ found: false }) };

  it.each([
    ['FINAL_VAR(x)', undefined, 'There is no environment'],
    ['FINAL_VAR(x)', environment, "There is no variable 'x'"],
    ['FINAL_VAR(x[0])', environment, 'x[0] is not the name of a variable'],
    ['```repl\nx\n```\nFINAL(1)', environment, 'The reply holds code to run'],
    ['nothing', environment, null],
  ])('says why %j gives no answer', async (text, given, reason) => {
    expect(await explainFinalAnswer(text, { environment: given ?? null })).toEqual({
      answer: null,
      reason,
    });
  });
});

describe('findFinalAnswer', () => {
  it.each([
    ['FINAL()', ''],
    ['FINAL (42)', null],
    ['  FINAL( 42 )  ', '42'],
    ['FINAL(42).', null],
    ['FINAL(All good :))', 'All good :)'],
    ['<think>\nFINAL(1)\n</think>\nFINAL(2)', '2'],
    ['```python\nx = 1\n```\nFINAL(2)', '2'],
    ['FINAL(1)\nFINAL(2)', '1'],
  ])('reads %j', async (text, answer) => {
    expect(await findFinalAnswer(text)).toBe(answer);
  });

  it('takes a value that code recorded before all text, and gives values as text', async () => {
    const getVariable = () => Promise.resolve({ found: true, value: { a: 1 } });
    expect(await findFinalAnswer('FINAL_VAR(x)', { environment: { getVariable } })).toBe(
      '{\n  "a": 1\n}',
    );
    const environment = { getVariable, pendingFinal: '' };
    expect(await findFinalAnswer('FINAL_VAR(x)', { environment })).toBe('');
  });
});

describe('extractCodeBlocks', () => {
  const reply = '```js\na()\n```\n```python\nb()\n```\n```repl\nc()\n```';

  it.each([
    ['repl', ['b()', 'c()']],
    ['python', ['b()']],
    ['javascript', ['a()']],
    ['ts', ['a()']],
    ['ruby', ['b()']],
  ])('takes the blocks of a %s REPL', (language, blocks) => {
    expect(extractCodeBlocks(reply, language)).toEqual(blocks);
  });

  it.each([
    'js',
    'javascript',
    'JavaScript',
    'mjs',
    'cjs',
    'jsx',
    'ts',
    'typescript',
    'mts',
    'cts',
    'tsx',
  ])('takes a block tagged %s, whichever REPL it is', (tag) => {
    expect(extractCodeBlocks(`Look.\n\`\`\`${tag}\nlet a = 1;\n\`\`\``)).toEqual(['let a = 1;']);
  });

  it('takes the blocks of all languages in the order of the text', () => {
    expect(extractCodeBlocks(`${reply}\n\`\`\`json\n{}\n\`\`\``)).toEqual(['a()', 'b()', 'c()']);
  });
});

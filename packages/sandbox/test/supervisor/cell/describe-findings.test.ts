import { describe, expect, it } from 'vitest';

import { describeFindings } from '../../../src/supervisor/cell/describe-findings.js';
import { readFindings } from '../../../src/supervisor/cell/read-findings.js';

const cell = {
  cell: 3,
  code: 'a = 1\nprint(b)',
  language: 'python',
  arities: { llm_query: [1, 2] },
} as const;
const unknown = { code: 'unknown_name', name: 'b', line: 2, isCertain: true };

/** What is told of findings that a guest sent. */
function told(findings: unknown, isRefused = false): ReturnType<typeof describeFindings> {
  return describeFindings(
    { findings: JSON.stringify(findings), isRefused, error: undefined },
    cell,
    ['a'],
  );
}

describe('describeFindings', () => {
  it('makes an error of the finding for which a cell was refused', () => {
    const { error, diagnostics } = told([unknown], true);
    expect(error?.type).toBe('NameError');
    expect(error?.message).toBe(
      "name 'b' is not defined. Nothing of this cell ran: line 2 needs `b`, and nothing sets it.",
    );
    expect(error?.traceback).toContain('File "<cell 3>", line 2, in <module>\n    print(b)\n');
    expect(diagnostics).toEqual([]);
  });

  it('makes notes of the others, with their lines', () => {
    const { error, diagnostics } = told([
      { code: 'wrong_arity', name: 'llm_query', line: 1, given: 3, isCertain: false },
      { code: 'unknown_name', name: 'conext', near: 'context', line: 2, isCertain: false },
    ]);
    expect(error).toBeUndefined();
    expect(diagnostics).toEqual([
      {
        code: 'wrong_arity',
        message: 'line 1: `llm_query` takes 1 to 2 arguments, 3 given',
        line: 1,
      },
      {
        code: 'unknown_name',
        message: 'line 2: `conext` is not defined; did you mean `context`?',
        line: 2,
      },
    ]);
  });

  it.each([
    ['code_after_final', { name: 'SUBMIT' }, 'since SUBMIT ends the run'],
    ['code_after_final', { name: '' }, 'since FINAL ends the run'],
    ['promise_as_value', { name: 'ask' }, 'write `await ask(...)`'],
    ['final_var_missing', { name: 'x' }, 'no variable `x` is set; FINAL(value) takes a value'],
    ['final_var_missing', { name: 'x', near: 'xs' }, 'did you mean `xs`?'],
    ['name_imported', { name: 'math' }, '`math` was imported for you'],
    ['name_set_later', { name: 'x', given: 7 }, '`x` is used before line 7 sets it'],
    ['local_unset', { name: 'n' }, 'say `global n` in it'],
  ])('says of %s with %j what it is', (code, more, said) => {
    const [diagnostic] = told([{ line: 2, isCertain: false, code, ...more }]).diagnostics;
    expect(diagnostic).toMatchObject({ code, line: 2 });
    expect(diagnostic?.message).toContain(said);
  });

  it('says in JavaScript’s words what a guest of JavaScript found', () => {
    const found = [{ code: 'promise_as_value', name: '', line: 1, isCertain: false }];
    const end = { findings: JSON.stringify(found), isRefused: false, error: undefined };
    const { diagnostics } = describeFindings(end, { ...cell, language: 'javascript' }, []);
    expect(diagnostics[0]?.message).toContain('this gives a promise: await it');
  });

  it('says nothing of what the cell’s own error says', () => {
    const error = { type: 'NameError', message: "name 'b' is not defined", traceback: '' };
    const findings = JSON.stringify([{ ...unknown, isCertain: false }]);
    const end = { findings, isRefused: false, error };
    expect(describeFindings(end, cell, []).diagnostics).toEqual([]);
  });

  it('still says that nothing ran where a guest refuses a cell for no reason', () => {
    expect(told([], true).error?.message).toBe('the cell was refused. Nothing of this cell ran.');
  });
});

describe('readFindings', () => {
  it.each([
    ['no list', '{}'],
    ['no JSON', '['],
    ['an unknown code', '[{"code":"constructor","name":"a","line":1}]'],
    ['a line that is none', '[{"code":"unknown_name","name":"a","line":-1}]'],
    ['more than its limit', `["${'x'.repeat(70_000)}"]`],
  ])('takes nothing from %s', (_, json) => {
    expect(readFindings(json)).toEqual([]);
  });

  it('takes eight at most, with names of a length that can be shown', () => {
    const long = { ...unknown, name: 'n'.repeat(5_000), extra: 1 };
    const found = readFindings(JSON.stringify(Array.from({ length: 12 }, () => long)));
    expect(found).toHaveLength(8);
    expect(found[0]).toEqual({ ...unknown, name: 'n'.repeat(200) });
  });
});

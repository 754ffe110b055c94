import { describe, expect, it } from 'vitest';

import type { DoneFrame } from '../../src/index.js';
import { describeFindings, readFindings } from '../../src/session/findings.js';

const cell = {
  cell: 3,
  code: 'a = 1\nprint(b)',
  language: 'python',
} as const;
const unknown = { code: 'unknown_name', name: 'b', line: 2, isCertain: true };

/** What is said of a cell of which nothing ran. */
const nothingRan = /\bNothing of .*\bran\b/;

const foundBy = (findings: unknown): DoneFrame => ({
  type: 'done',
  id: 1,
  status: 'error',
  findings: JSON.stringify(findings),
});

/** What is told of findings that a guest sent. */
function told(findings: unknown, isRefused = false): ReturnType<typeof describeFindings> {
  const unrun = isRefused ? 'refused' : undefined;
  return describeFindings({ done: foundBy(findings), unrun, error: undefined }, cell, ['a']);
}

describe('describeFindings', () => {
  it('makes an error of the finding for which a cell was refused', () => {
    const { error, diagnostics } = told([unknown], true);
    expect(error?.type).toBe('NameError');
    expect(error?.message).toMatch(/^name 'b' is .*\bline 2 .*`b`/);
    expect(error?.message).toMatch(nothingRan);
    expect(error?.traceback).toContain('File "<cell 3>", line 2, in <module>\n    print(b)\n');
    expect(diagnostics).toEqual([]);
  });

  it('makes notes of the others, with their lines', () => {
    const { error, diagnostics } = told([
      { code: 'final_var_missing', name: 'x', line: 1, isCertain: false },
      { code: 'unknown_name', name: 'conext', near: 'context', line: 2, isCertain: false },
    ]);
    expect(error).toBeUndefined();
    expect(diagnostics).toEqual([
      {
        code: 'final_var_missing',
        message: expect.stringMatching(/^line 1: FINAL_VAR: .*`x`/) as string,
        line: 1,
      },
      {
        code: 'unknown_name',
        message: expect.stringMatching(/^line 2: `conext` .*`context`\?$/) as string,
        line: 2,
      },
    ]);
  });

  it.each([
    ['final_var_missing', { name: 'x' }, /`x`.*\bFINAL\(value\)/],
    ['final_var_missing', { name: 'x', near: 'xs' }, /`xs`\?/],
  ])('says of %s with %j what it is', (code, more, said) => {
    const [diagnostic] = told([{ line: 2, isCertain: false, code, ...more }]).diagnostics;
    expect(diagnostic).toMatchObject({ code, line: 2 });
    expect(diagnostic?.message).toMatch(said);
  });

  it('says nothing of what the cell’s own error says', () => {
    const error = { type: 'NameError', message: "name 'b' is not defined", traceback: '' };
    const done = foundBy([{ ...unknown, isCertain: false }]);
    const end = { done, unrun: undefined, error };
    expect(describeFindings(end, cell, []).diagnostics).toEqual([]);
  });

  it('still says that nothing ran where a guest refuses a cell for no reason', () => {
    const { error } = told([], true);
    expect(error?.message).toMatch(/\brefused\b/);
    expect(error?.message).toMatch(nothingRan);
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

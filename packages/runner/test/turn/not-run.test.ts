import { scriptedModel } from '@rlm/kernel/testing';
import type { SandboxBackend } from '@rlm/sandbox';
import { describe, expect, it } from 'vitest';

import { runRlm } from '../../src/index.js';
import { cell } from '../support/cell.js';
import { quickjs } from '../support/quickjs.js';
import { sharedPython } from '../support/shared-python.js';

/** What the model is told of the last of some cells. */
async function told(
  codes: readonly string[],
  sandbox: SandboxBackend = quickjs(),
): Promise<string> {
  const model = scriptedModel([...codes.map((code) => cell(code)), cell('FINAL(1)')]);
  await runRlm({ model, sandbox, query: 'q', context: 'a b' }).result;
  return String(model.calls[codes.length]?.messages.at(-1)?.content);
}

/** What a model is told of a block of which nothing ran. */
const nothingRan = /\bnothing of .*\bran\b/;

describe('what a model is told of a block that failed', () => {
  it.each([
    [
      quickjs(),
      'const a = 1\nconst b = globalThis.nope()\nconst c = 2\nprint(c)',
      / line 2; lines 3-4 .*: b, c\.\n.*: a: number\n/,
    ],
    [
      sharedPython(),
      'a = 1\nb = 1 / 0\nc = 2\nprint(c)',
      / line 2; lines 3-4 .*: b, c\.\n.*: a: int\n/,
    ],
  ])(
    'says what did not run, what is not set, and what has a value',
    async (sandbox, code, lines) => {
      expect(await told([code], sandbox)).toMatch(lines);
    },
  );

  it.each([
    ['the last line', 'const a = 1\nnull.x', /\bvariables: a: number/, 'Stopped'],
    [
      'a loop, whose lines have run',
      'let n = 0\nfor (const x of [1, 2]) {\n  n += x\n  nope()\n  n += x\n}\n\n// the end\nprint(n)',
      /Stopped .* line 4; line 9 [^.]*\.\n/,
      'Not set',
    ],
    [
      'a call over several lines',
      'const t = globalThis.nope.call(\n  1,\n)\nconst u = 2',
      /Stopped .* line 1; line 4 .*Not set: t, u\./,
      'lines',
    ],
    [
      'a function that is called',
      'function f() {\n  return nope()\n}\nf()\nconst v = 1',
      /Stopped .* line 4; line 5 .*Not set: v\./,
      'lines',
    ],
    [
      'a block that is no code',
      'const a = 1\nfor x in y:\n  print(x)',
      nothingRan,
      'REPL variables',
    ],
  ])('is exact about %s', async (_, code, expected, absent) => {
    const text = await told([code]);
    expect(text).toMatch(expected);
    expect(text).not.toContain(absent);
  });

  it('says of a block that was refused only what is not set', async () => {
    const text = await told(['const a = 1\nconst b = nope()\nprint(b)']);
    expect(text).toMatch(/\bNothing of .*\bran\b/);
    expect(text).toContain('\nNot set: a, b.\n');
    expect(text).not.toContain('Stopped');
  });

  it('says nothing of the kind where JSON.parse could not read a text', async () => {
    expect(await told(['JSON.parse("x")'])).not.toMatch(nothingRan);
    expect(await told(['import ast\nast.literal_eval("{x")'], sharedPython())).not.toMatch(
      nothingRan,
    );
  });

  it('remembers what was never set when a later block uses it', async () => {
    const first = 'null.x\nconst helper = (x) => x';
    expect(await told([first, 'print(helper(1))'])).toMatch(/Note: `helper` .*\bnever set\b/);
    const python = '1 / 0\ndef helper(x):\n    return x';
    expect(await told([python, 'print(helper(1))'], sharedPython())).toMatch(
      /Note: `helper` .*\bnever set\b/,
    );
    const mended = [first, 'const helper = (x) => x', 'print(helpr(1))'];
    expect(await told(mended)).toContain('did you mean `helper`?');
  });
});

import { scriptedModel } from '@rlm/kernel/testing';
import { describe, expect, it } from 'vitest';

import { runRlm } from '../../src/index.js';
import { cell } from '../support/cell.js';
import { quickjs } from '@rlm/sandbox/quickjs';
import { sharedPython } from '../support/shared-python.js';

const sandboxes = { python: sharedPython(), javascript: quickjs() };

/** The names that the model is told of after its last block but one. */
async function told(language: keyof typeof sandboxes, ...blocks: readonly string[]) {
  const model = scriptedModel([...blocks.map((code) => cell(code)), 'FINAL("done")']);
  const sandbox = sandboxes[language];
  await runRlm({ model, sandbox, query: 'q', context: ['a', 'b'] }).result;
  const text = String(model.calls.at(-1)?.messages.at(-1)?.content);
  const line = /^New or changed variables: (.*)$/m.exec(text)?.[1] ?? '';
  return line === '' ? [] : line.split('; ').map((each) => each.slice(0, each.indexOf(':')));
}

describe('the variables that a model is told of', () => {
  it.each<[what: string, code: string, names: readonly string[]]>([
    [
      'imports',
      'import re, json as j\nfrom collections import (\n  Counter,\n  deque as d,\n)\nx = 1',
      ['x'],
    ],
    ['what a loop goes through', 'for i, (a, b) in enumerate(["xy"]):\n  pass\nx = i', ['x']],
    ['texts and numbers of its body', 'n = 0\nfor w in context:\n  s = w * 2\n  n += 1', ['n']],
    ['a loop on one line', 'for w in context: s = w', []],
    ['a with', 'import io\nwith io.StringIO("a") as f:\n  t = f.read()', []],
    ['but lists that it makes', 'for w in context:\n  ws = [w]', ['ws']],
    ['but what is set elsewhere too', 'w = ""\nfor w in context:\n  pass', ['w']],
    ['but functions and classes', 'def f(a):\n  b = a\n  return b\nclass C: pass', ['f', 'C']],
    ['but a condition', 'if context:\n  x = 1', ['x']],
    ['but a walrus', 'if (x := len(context)) > 1:\n  pass', ['x']],
    ['not names in calls', 'for w in context:\n  print(w, sep="")\nx: int = 3', ['x']],
  ])('leave out, in Python: %s', async (_, code, names) => {
    expect(await told('python', code)).toEqual(names);
  });

  it('have what a loop adds to one that was there', async () => {
    expect(await told('python', 'n = 0', 'for w in context:\n  n = n + 1')).toEqual(['n']);
  });

  it.each<[what: string, code: string, names: readonly string[]]>([
    ['what a loop goes through', 'for (var w of context) {}\nfor (k in {a: 1}) {}', []],
    ['a count', 'for (var i = 0; i < 3; i += 1) {}\nlet x = i', ['x']],
    ['but what is set elsewhere too', 'let w = 1\nfor (w of context) {}', ['w']],
    ['but all else', 'x = 1; const [a, b] = context; function f() {}', ['x', 'a', 'b', 'f']],
  ])('leave out, in JavaScript: %s', async (_, code, names) => {
    expect([...(await told('javascript', code))].sort()).toEqual([...names].sort());
  });
});

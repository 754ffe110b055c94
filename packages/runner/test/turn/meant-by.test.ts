import { describe, expect, it } from 'vitest';

import { meantBy } from '../../src/turn/meant-by.js';

const known = {
  variables: new Set(['pairs', 'result', 'n', 'context', 'total', 'count']),
  functions: new Set(['llm_query', 'grep', 'my_tool', 'print']),
  unrun: new Set(['hits', 'draft']),
};

describe('meantBy', () => {
  it.each([
    ['pairs', 'variable'],
    [' context ', 'variable'],
    ['hits', 'unrun'],
    ['llm_query', 'function'],
    ['the answer', 'placeholder'],
    ['value', 'placeholder'],
    ['answer', 'placeholder'],
    ['your answer', 'placeholder'],
    ['your final answer', 'placeholder'],
    ['the result', 'placeholder'],
  ])('calls %j a %s', (argument, reason) => {
    expect(meantBy(argument, known)).toBe(reason);
  });

  it.each([
    'len(pairs)',
    'len(people)',
    'str(len(pairs))',
    'json.dumps(result)',
    'JSON.stringify(result, null, 2)',
    'llm_query("x")',
    'await llm_query("x")',
    'await ask("x")',
    'my_tool(1)',
    'pairs.map((p) => p.name).join(", ")',
    'result.n',
    'result["n"]',
    'result?.n',
    'pairs[0]',
    'pairs[0]["name"]',
    'pairs[:5]',
    'context.length',
    'hits.total',
    'draft[0]',
    '`${n}`',
    '`There are ${other} of them`',
    'f"There are {len(pairs)}"',
    "f'{n}'",
    'f"""There are\n{n}"""',
    '{ count: pairs.length, pairs }',
    '{"count": n}',
    '{ n }',
    '[n, 1]',
    '[p["name"] for p in pairs]',
    '[...pairs]',
    '(n, total)',
    '(len(pairs))',
    'len(pairs);',
    '"There are " + str(len(pairs))',
    '", ".join(pairs)',
    '"%d" % n',
    'n + 1',
    'total / count',
    'len(people) * 100',
    'n if n > 1 else 0',
    'n, total',
    'sum(x["n"] for x in rows)',
    'Math.max(1, 2)',
    'Object.keys(result).length',
    'max(pairs, key=lambda p: p[1])',
    'json.loads(text)["a"]',
    'not result',
    '-n',
  ])('calls %j an expression', (argument) => {
    expect(meantBy(argument, known)).toBe('expression');
  });

  it.each([
    'The answer is 42',
    'First (a)\nSecond',
    'Node.js',
    'package.json',
    'Paris [1]',
    'section 4.2(a)',
    '4.2(a)',
    'console.log',
    'Math.PI',
    'Paris',
    'f(x)',
    'O(n)',
    'Paris(France)',
    'n (sample size)',
    'set(s)',
    'pairs of shoes',
    'the total is 5',
    'total: 5',
    'len(pairs) is 3',
    'result = 3',
    'a.b.c',
    'x[0]',
    'await further instructions',
    '42',
    '-1.5',
    '1/2',
    'true',
    '"len(pairs)"',
    "'len(pairs)'",
    '"""len(pairs)"""',
    '`len(pairs)`',
    '{"count": 3}',
    '["pairs", "n"]',
    '[1, 2]',
    '[Paris, London]',
    '[see pairs above]',
    '{count: 3}',
    '{the pairs}',
    'state-of-the-art',
    'n/total',
    'count-total',
    'count and total',
    'and/or',
    'It\'s "fine", isn\'t it?',
    'https://example.com/n?count=1',
    'no.1',
    '3.14 (pi)',
    '$5',
    'C++',
    'x = 5; y = 6',
    '',
    '!',
    '(unknown)',
    '(a)',
    '<b>n</b>',
    '2024-01-05',
    '10:30',
    'Ann, Bob',
    'the answer: 42',
    'answer 42',
  ])('takes %j for an answer', (argument) => {
    expect(meantBy(argument, known)).toBeNull();
  });

  it('is linear', () => {
    for (const piece of ['(', '[', '"', '`', "'", 'a.', 'a(', '-', '{a:', 'await ', 'f"{']) {
      expect(meantBy(piece.repeat(20_000), known)).toBeNull();
      expect(meantBy(piece.repeat(19_000 / piece.length), known)).toBeNull();
    }
  });
});

import { afterAll, beforeAll, expect, it } from 'vitest';

import type { SandboxSession } from '../../src/index.js';
import { monty } from '../../src/monty/index.js';
import { describeWhere } from '../support/describe-where.js';

const backend = monty();
const probe = await backend.probe();
const told = backend.instructions();

/** What the instructions say is missing, and code that Python prints `ok` for. */
const gaps: readonly (readonly [words: string, code: string])[] = [
  ['yield', 'def f():\n    yield "ok"\nprint(list(f())[0])'],
  ['print(file=...)', 'import sys\nprint("ok", file=sys.stdout)'],
  ['properties', 'class A:\n    @property\n    def p(self):\n        return "ok"\nprint(A().p)'],
  [
    'raising what is no text',
    'try:\n    raise ValueError(5)\nexcept ValueError as e:\n    print("ok" if e.args == (5,) else e.args)',
  ],
  ['class inheritance', 'class A:\n    pass\nclass B(A):\n    pass\nprint("ok")'],
  ['exceptions of your own', 'class E(Exception):\n    pass\nprint("ok")'],
  ['match', 'match 1:\n    case 1:\n        print("ok")'],
  ['del', 'x = 1\ndel x\nprint("ok")'],
  ['% formatting', 'print("%s" % "ok")'],
  ['dict | dict', 'print(({"a": "ok"} | {})["a"])'],
  ['slice assignment', 'a = [1, 2]\na[0:1] = ["ok"]\nprint(a[0])'],
  ['a[i], a[j] = a[j], a[i]', 'a = ["x", "ok"]\na[0], a[1] = a[1], a[0]\nprint(a[0])'],
  [
    'Generator expressions are lists at once',
    'seen = []\ng = (seen.append(i) for i in [1, 2])\nprint("ok" if seen == [] else seen)',
  ],
  [
    'callbacks of builtins (sorted, map, re.sub) cannot call them',
    'print(list(map(llm_query, ["ok"]))[0])',
  ],
  ...'eval exec globals locals dir callable super input'
    .split(' ')
    .map((name) => [name, `print("ok" if ${name} is not None else "")`] as const),
  ...'random time string statistics textwrap hashlib uuid copy heapq enum csv decimal'
    .split(' ')
    .map((name) => ['and no others', `import ${name}\nprint("ok")`] as const),
];

/** What the instructions say works, in the same way. */
const abilities: readonly (readonly [words: string, code: string])[] = [
  ['f-strings', 'x = "ok"\nprint(f"{x}")'],
  ['closures', 'def f():\n    x = "ok"\n    return lambda: x\nprint(f()())'],
  ['comprehensions', 'print([x for x in ["ok"]][0])'],
  ['try/except/finally', 'try:\n    1 / 0\nexcept ZeroDivisionError:\n    print("ok")'],
  [
    'dataclasses',
    'from dataclasses import dataclass\n@dataclass\nclass A:\n    x: str\nprint(A("ok").x)',
  ],
  ['unpacking', 'a, *b = ["x", "ok"]\nprint(b[0])'],
  ['walrus', 'if (n := "ok"):\n    print(n)'],
  ['big integers', 'print("ok" if 2 ** 100 > 10 ** 30 else "")'],
  ...'asyncio collections dataclasses datetime functools itertools json math re sys typing'
    .split(' ')
    .map((name) => [name, `import ${name}\nprint("ok")`] as const),
];

describeWhere(probe, 'the instructions of monty', () => {
  let session: SandboxSession;
  beforeAll(async () => {
    session = await backend.open({ functions: { llm_query: (prompt: string) => prompt } });
  });
  afterAll(() => session.close());

  it.each(gaps)('name a gap that is there: %s', async (words, code) => {
    expect(told).toContain(words);
    expect((await session.execute(code)).stdout).not.toBe('ok\n');
  });

  it.each(abilities)('promise what works: %s', async (words, code) => {
    expect(told).toContain(words);
    expect((await session.execute(code)).stdout).toBe('ok\n');
  });
});

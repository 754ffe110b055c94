import type { Table } from '../case.js';

/** Calls of host functions; the suite's functions are in `suite-functions.ts`. */
export const hostCallCases: Table = {
  'a host function is called and answers': {
    python: 'print(llm_query("hello"))',
    javascript: 'print(await llm_query("hello"))',
    expected: { stdout: 're:hello\n', calls: 1 },
  },
  'several arguments arrive in their order': {
    python: 'print(join("a", "b", 3))',
    javascript: 'print(await join("a", "b", 3))',
    expected: { stdout: 'a,b,3\n' },
  },
  'values cross as what they are': {
    python:
      'v = echo([True, 1.5, "", {"a": [None]}])\nprint(v[0] is True, v[1] * 2, len(v[2]), v[3]["a"][0] is nothing())',
    javascript:
      'const v = await echo([true, 1.5, "", { a: [null] }])\nprint(v[0] === true, v[1] * 2, v[2].length, v[3].a[0] === (await nothing()))',
    expected: { stdout: { python: 'True 3.0 0 True\n', javascript: 'true 3 0 true\n' } },
  },
  'a text of a megabyte crosses': {
    python: 'print(len(echo("x" * 1_000_000)))',
    javascript: 'print((await echo("x".repeat(1_000_000))).length)',
    expected: { stdout: '1000000\n' },
  },
  'a failed call is an exception of its own class': {
    python: 'try:\n    fail("why")\nexcept HostCallError as e:\n    print("caught", e)',
    javascript:
      'try { await fail("why") } catch (e) { print("caught", e instanceof HostCallError ? e.message : "other") }',
    expected: { stdout: 'caught the host says no: why\n' },
  },
  'an uncaught failed call fails the cell': {
    python: 'fail("why")',
    javascript: 'await fail("why")',
    expected: {
      outcome: 'error',
      errorType: 'HostCallError',
      errorContains: 'the host says no: why',
    },
  },
  'a hundred calls in a row all answer': {
    python: 'n = 0\nfor i in range(100):\n    n += add(i, 0)\nprint(n)',
    javascript: 'let n = 0; for (let i = 0; i < 100; i++) n += await add(i, 0)\nprint(n)',
    expected: { stdout: '4950\n', calls: 100 },
  },
  'calls in a comprehension or a map all answer': {
    python: 'print(",".join([llm_query(q) for q in ["a", "b"]]))',
    javascript: 'print((await Promise.all(["a", "b"].map((q) => llm_query(q)))).join(","))',
    expected: { stdout: 're:a,re:b\n', calls: 2 },
  },
  'a host function can be passed around': {
    python: 'ask = llm_query\nprint(ask("x"))',
    javascript: 'const ask = llm_query; print(await ask("x"))',
    expected: { stdout: 're:x\n' },
  },
  'an argument that contains itself is refused, and can be caught': {
    python: 'a = []\na.append(a)\ntry:\n    echo(a)\nexcept Exception:\n    print("caught")',
    javascript: 'const a = []; a.push(a); try { await echo(a) } catch { print("caught") }',
    expected: { stdout: 'caught\n' },
  },
  'a call may be awaited at the top, also if its answer is unused': {
    python:
      'if True:\n    await llm_query("u")\nx = await llm_query("a")\nprint(x + "!", await llm_query_batched(["b", "c"]))',
    javascript:
      'if (true) {\n  await llm_query("u")\n}\nconst x = await llm_query("a")\nprint(x + "!", await llm_query_batched(["b", "c"]))',
    expected: { prints: ['re:a! '], calls: 4 },
  },
  'async functions that make calls can be gathered': {
    python:
      'import asyncio\nasync def f(p):\n    return await llm_query(p)\nprint(",".join(await asyncio.gather(f("a"), f("b"))))',
    javascript:
      'async function f(p) { return await llm_query(p) }\nprint((await Promise.all([f("a"), f("b")])).join(","))',
    expected: { stdout: 're:a,re:b\n', calls: 2 },
  },
  'calls can be gathered, and run at the same time': {
    python:
      'import asyncio\nprint(",".join(await asyncio.gather(*[llm_query("meet") for _ in range(3)])))',
    javascript: 'print((await Promise.all([1, 2, 3].map(() => llm_query("meet")))).join(","))',
    expected: { stdout: 'met,met,met\n', calls: 3 },
  },
  'results come in the order in which host functions gave them, however long the arguments are': {
    python: `import asyncio
order = []
async def ask(name, prompt):
    await llm_query(prompt)
    order.append(name)
await asyncio.gather(ask("long", "x" * 200000), ask("short", "y"))
print(",".join(order))`,
    javascript: `const order = [];
const ask = async (name, prompt) => { await llm_query(prompt); order.push(name) };
await Promise.all([ask("long", "x".repeat(200000)), ask("short", "y")]);
print(order.join(","))`,
    expected: { stdout: 'long,short\n', calls: 2 },
  },
};

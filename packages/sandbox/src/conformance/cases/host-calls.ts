import type { ConformanceCase } from '../case.js';

const echo = {
  python: (value: string) => `print(echo(${value}))`,
  javascript: (value: string) => `print(await echo(${value}))`,
};

/** Calls of host functions; the suite's functions are in `host-functions.ts`. */
export const hostCallCases: readonly ConformanceCase[] = [
  {
    name: 'a host function is called and answers',
    python: 'print(llm_query("hello"))',
    javascript: 'print(await llm_query("hello"))',
    expected: { stdout: 're:hello\n', calls: 1 },
  },
  {
    name: 'several arguments arrive in their order',
    python: 'print(join("a", "b", 3))',
    javascript: 'print(await join("a", "b", 3))',
    expected: { stdout: 'a,b,3\n' },
  },
  {
    name: 'a number comes back as a number',
    python: 'print(add(2, 3) * 2)',
    javascript: 'print((await add(2, 3)) * 2)',
    expected: { stdout: '10\n' },
  },
  {
    name: 'an answer of nothing is the language’s own nothing',
    python: 'print(nothing() is None)',
    javascript: 'print((await nothing()) === null)',
    expected: { stdout: { python: 'True\n', javascript: 'true\n' } },
  },
  {
    name: 'truth values cross',
    python: 'print(echo(True) is True, echo(False) is False)',
    javascript: 'print((await echo(true)) === true, (await echo(false)) === false)',
    expected: { stdout: { python: 'True True\n', javascript: 'true true\n' } },
  },
  {
    name: 'a fraction crosses',
    python: echo.python('1.5'),
    javascript: echo.javascript('1.5'),
    expected: { stdout: '1.5\n' },
  },
  {
    name: 'a nested value crosses',
    python: 'v = echo({"a": [1, {"b": None}]})\nprint(v["a"][1]["b"] is None, v["a"][0])',
    javascript: 'const v = await echo({ a: [1, { b: null }] })\nprint(v.a[1].b === null, v.a[0])',
    expected: { stdout: { python: 'True 1\n', javascript: 'true 1\n' } },
  },
  {
    name: 'an empty text crosses',
    python: 'print(len(echo("")))',
    javascript: 'print((await echo("")).length)',
    expected: { stdout: '0\n' },
  },
  {
    name: 'a text of a megabyte crosses',
    python: 'print(len(echo("x" * 1_000_000)))',
    javascript: 'print((await echo("x".repeat(1_000_000))).length)',
    expected: { stdout: '1000000\n' },
  },
  {
    name: 'a failed call is an exception of its own class',
    python: 'try:\n    fail("why")\nexcept HostCallError as e:\n    print("caught", e)',
    javascript:
      'try { await fail("why") } catch (e) { print("caught", e instanceof HostCallError ? e.message : "other") }',
    expected: { stdout: 'caught the host says no: why\n' },
  },
  {
    name: 'an uncaught failed call fails the cell',
    python: 'fail("why")',
    javascript: 'await fail("why")',
    expected: {
      outcome: 'error',
      errorType: 'HostCallError',
      errorContains: 'the host says no: why',
    },
  },
  {
    name: 'the session goes on after a failed call',
    python: ['fail("why")', 'print(llm_query("again"))'],
    javascript: ['await fail("why")', 'print(await llm_query("again"))'],
    expected: { stdout: 're:again\n', calls: 2 },
  },
  {
    name: 'an answer that is no data is a failed call',
    python: 'try:\n    unspeakable()\nexcept HostCallError:\n    print("caught")',
    javascript: 'try { await unspeakable() } catch (e) { print("caught", e.name) }',
    expected: { prints: ['caught'] },
  },
  {
    name: 'a hundred calls in a row all answer',
    python: 'n = 0\nfor i in range(100):\n    n += add(i, 0)\nprint(n)',
    javascript: 'let n = 0; for (let i = 0; i < 100; i++) n += await add(i, 0)\nprint(n)',
    expected: { stdout: '4950\n', calls: 100 },
  },
  {
    name: 'a call inside a function of the guest works',
    python: 'def ask(q):\n    return llm_query(q).upper()\nprint(ask("a"))',
    javascript:
      'async function ask(q) { return (await llm_query(q)).toUpperCase() }\nprint(await ask("a"))',
    expected: { stdout: 'RE:A\n' },
  },
  {
    name: 'calls in a comprehension or a map all answer',
    python: 'print(",".join([llm_query(q) for q in ["a", "b"]]))',
    javascript: 'print((await Promise.all(["a", "b"].map((q) => llm_query(q)))).join(","))',
    expected: { stdout: 're:a,re:b\n', calls: 2 },
  },
  {
    name: 'a host function can be passed around',
    python: 'ask = llm_query\nprint(ask("x"))',
    javascript: 'const ask = llm_query; print(await ask("x"))',
    expected: { stdout: 're:x\n' },
  },
  {
    name: 'a host function that a cell overwrote is back in the next',
    python: ['llm_query = 3', 'print(llm_query("x"))'],
    javascript: ['llm_query = 3', 'print(await llm_query("x"))'],
    expected: { stdout: 're:x\n' },
  },
  {
    name: 'an argument that is no data is refused, and can be caught',
    python: 'try:\n    echo(lambda: 1)\nexcept Exception as e:\n    print("caught")',
    javascript:
      'try { await echo(new Promise(() => {})) ; print("?") } catch (e) { print("caught") }',
    expected: { stdout: 'caught\n' },
  },
  {
    name: 'an argument that contains itself is refused, and can be caught',
    python: 'a = []\na.append(a)\ntry:\n    echo(a)\nexcept Exception:\n    print("caught")',
    javascript: 'const a = []; a.push(a); try { await echo(a) } catch { print("caught") }',
    expected: { stdout: 'caught\n' },
  },
  {
    name: 'a function that the session does not have is an unknown name',
    python: 'rlm_query("x")',
    javascript: 'await rlm_query("x")',
    expected: {
      outcome: 'error',
      errorType: { python: 'NameError', javascript: 'ReferenceError' },
    },
  },
  {
    name: 'a call may be awaited at the top',
    python: 'x = await llm_query("a")\nprint(x + "!", await llm_query_batched(["b", "c"]))',
    javascript:
      'const x = await llm_query("a")\nprint(x + "!", await llm_query_batched(["b", "c"]))',
    expected: { prints: ['re:a! '], calls: 3 },
  },
  {
    name: 'a call whose answer is unused may be awaited',
    python: 'await llm_query("a")\nif True:\n    await llm_query("b")\nprint("done")',
    javascript: 'await llm_query("a")\nif (true) {\n  await llm_query("b")\n}\nprint("done")',
    expected: { stdout: 'done\n', calls: 2 },
  },
  {
    name: 'a call may be awaited in an async function',
    python: 'async def f(p):\n    return (await llm_query(p)) + "!"\nprint(await f("a"))',
    javascript: 'async function f(p) { return (await llm_query(p)) + "!" }\nprint(await f("a"))',
    expected: { stdout: 're:a!\n', calls: 1 },
  },
  {
    name: 'async functions that make calls can be gathered',
    python:
      'import asyncio\nasync def f(p):\n    return await llm_query(p)\nprint(",".join(await asyncio.gather(f("a"), f("b"))))',
    javascript:
      'async function f(p) { return await llm_query(p) }\nprint((await Promise.all([f("a"), f("b")])).join(","))',
    expected: { stdout: 're:a,re:b\n', calls: 2 },
  },
  {
    name: 'calls can be gathered, and run at the same time',
    python:
      'import asyncio\nprint(",".join(await asyncio.gather(*[llm_query("meet") for _ in range(3)])))',
    javascript: 'print((await Promise.all([1, 2, 3].map(() => llm_query("meet")))).join(","))',
    expected: { stdout: 'met,met,met\n', calls: 3 },
  },
  {
    name: 'results come in the order in which host functions gave them, however long the arguments are',
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
];

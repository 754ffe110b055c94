import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { SandboxSession } from '../../src/index.js';
import { openPython } from './support/open-python.js';

const functions = {
  llm_query: (...args: unknown[]) => Promise.resolve(`ok ${JSON.stringify(args)}`),
  llm_query_batched: (prompts: string[]) => Promise.resolve(prompts.map((prompt) => `r${prompt}`)),
};

describe('pyodide', () => {
  let session: SandboxSession;
  const out = async (code: string): Promise<string> => {
    const { stdout, error } = await session.execute(code);
    return error === undefined ? stdout : `${stdout}!${error.type}: ${error.message}`;
  };

  beforeAll(async () => {
    session = await openPython({ functions, seed: 'fixed', now: () => 1_700_000_000_000 });
  });
  afterAll(() => session.close());

  it.each([
    [
      'its own lines',
      'def f():\n  return 1 / 0\nf()',
      'ZeroDivisionError',
      /line 3, .*\n.*f\(\)[^]*line 2, in f/,
    ],
    [
      'a cause',
      'raise KeyError("k") from ValueError("v")',
      'KeyError',
      /ValueError: v[^]*direct cause[^]*KeyError/,
    ],
    ['a place in the source', 'x = = 1', 'SyntaxError', /line 1\n {4}x = = 1/],
    [
      'library frames left out',
      'import json\njson.loads("{")',
      'JSONDecodeError',
      /^(?![^]*json\/decoder)[^]*json\.loads/,
    ],
    ['a name that is near', 'alpha = 1\nalpah', 'NameError', /Did you mean: .alpha./],
    [
      'one line for endless recursion',
      'def r(): r()\nr()',
      'RecursionError',
      /Previous line repeated/,
    ],
    [
      'driver frames left out',
      'FINAL([lambda: 1] and (l := []) or l.append(l) or FINAL(l))',
      'ValueError',
      /cell \d+/,
    ],
  ])('reports errors with %s', async (_, code, type, traceback) => {
    const { error, outcome } = await session.execute(code);
    expect(outcome).toBe('error');
    expect(error?.type).toBe(type);
    expect(error?.traceback).toMatch(traceback);
    expect(error?.traceback).not.toContain('<rlm/');
  });

  it.each([
    ['import numpy', 'standard library'],
    ['import requests', 'no network'],
    ['import subprocess', 'cannot be started'],
    ['import js', 'JavaScript'],
    ['import ctypes', 'native code'],
    ['import threading\nthreading.Thread(target=print).start()', 'llm_query_batched'],
    ['open("notes.txt")', 'variables'],
    ['open("notes.txt", "w")', 'cannot be written'],
    ['input("?")', 'cannot ask anyone'],
    ['x = bytes(400_000_000)', 'memory is limited'],
  ])('gives a hint for %s', async (code, hint) => {
    const { error } = await session.execute(code);
    expect(error?.message).toContain(hint);
    expect(error?.traceback).toContain('(hint: ');
  });

  it('calls host functions synchronously, with keyword arguments as a last object', async () => {
    expect(await out('print(llm_query("hi", model="m"))')).toBe('ok ["hi",{"model":"m"}]\n');
    expect(await out('print(llm_query_batched(["a", "b"]))')).toBe("['ra', 'rb']\n");
  });

  it.each([
    ['tuples and sets', '((1, 2), {3})', [[1, 2], [3]]],
    ['keys that are no strings', '{1: 2, None: 4, False: 5}', { 1: 2, null: 4, false: 5 }],
    ['integers beyond 2**53', '2**70', '1180591620717411303424'],
    ['lone surrogates', '"a\\ud800"', 'a\ud800'],
    ['text of all planes', '"é日😀\\x00"', 'é日😀\0'],
    ['dates', '__import__("datetime").date(2024, 1, 2)', '2024-01-02'],
    [
      'dataclasses',
      '(lambda d: d.make_dataclass("P", ["x"])(1))(__import__("dataclasses"))',
      { x: 1 },
    ],
    ['enums of integers', '__import__("enum").IntEnum("E", "A B").B', 2],
    ['ranges and views', '[range(2), {"a": 1}.keys()]', [[0, 1], ['a']]],
    ['None within data', '[None]', [null]],
  ])('passes %s as data', async (_, expression, expected) => {
    const { finalOutput } = await session.execute(`FINAL(${expression})`);
    expect(finalOutput).toEqual({ type: 'direct', answer: expected });
  });

  it('sleeps on the guest clock, which otherwise stands still', async () => {
    const code =
      'import time\na = time.time()\nb = time.time()\ntime.sleep(0.02)\nprint(a, b - a, round(time.time() - a, 3))';
    expect(await out(code)).toBe('1700000000.0 0.0 0.02\n');
    expect(await out('import time\nt = time.perf_counter()\nprint(time.perf_counter() > t)')).toBe(
      'True\n',
    );
  });

  it('ends a wait for the clock that only rises', async () => {
    const code =
      'import time\nt = time.monotonic()\nwhile time.monotonic() - t < 0.01: pass\nprint("over")';
    expect(await out(code)).toBe('over\n');
  });

  it('lives in UTC', async () => {
    const code =
      'import time, datetime\nprint(time.localtime().tm_hour, time.timezone, time.tzname[0], datetime.datetime.now())';
    expect(await out(code)).toBe('22 0 UTC 2023-11-14 22:13:20\n');
  });

  it('gives the same randomness for the same seed', async () => {
    const code =
      'import random, uuid, os\nprint(random.random(), uuid.uuid4(), os.urandom(4).hex(), hash("x"))';
    const runs = await Promise.all(
      ['s', 's', 't'].map(async (seed) => {
        const other = await openPython({ seed });
        const { stdout } = await other.execute(code);
        await other.close();
        return stdout;
      }),
    );
    expect(runs[0]).toBe(runs[1]);
    expect(runs[0]).not.toBe(runs[2]);
  });

  it('runs asyncio and top-level await', async () => {
    const define = 'import asyncio\nasync def f(n):\n  await asyncio.sleep(0.01 * n)\n  return n\n';
    expect(await out(`${define}print(asyncio.run(f(1)))`)).toBe('1\n');
    expect(await out('print(await f(2))')).toBe('2\n');
    expect(await out('print(await asyncio.gather(f(3), f(1)))')).toBe('[3, 1]\n');
    expect(
      await out(
        'async def all():\n  async with asyncio.timeout(0.01): await asyncio.sleep(9)\nasyncio.run(all())',
      ),
    ).toMatch(/!TimeoutError/);
    expect(await out('await asyncio.get_running_loop().create_future()')).toMatch(/deadlock/);
  });

  it('runs the work of thread pools in the caller', async () => {
    const code =
      'from concurrent.futures import ThreadPoolExecutor, as_completed\nwith ThreadPoolExecutor(4) as pool:\n  print(list(pool.map(llm_query, ["a"])), [f.result() for f in as_completed([pool.submit(max, 1, 2)])])';
    expect(await out(code)).toBe(`['ok ["a"]'] [2]\n`);
  });

  it('gives back names that a cell has overwritten', async () => {
    await session.execute('FINAL = llm_query = SHOW_VARS = None');
    expect(await out('print(llm_query(1), callable(SHOW_VARS))')).toBe('ok [1] True\n');
    expect((await session.execute('FINAL(5)')).finalOutput).toEqual({ type: 'direct', answer: 5 });
  });

  it('survives a cell that breaks the builtins and the modules that a driver would use', async () => {
    await session.execute(
      'import builtins, json, sys, os, struct, signal\nfor m in (json, struct, os, signal):\n  for n in list(vars(m)):\n    if not n.startswith("__"): setattr(m, n, None)\nfor n in ("len", "str", "isinstance", "print", "type", "eval", "compile"): setattr(builtins, n, None)\nsys.modules.clear(); sys.stdout = None',
    );
    const result = await session.execute('FINAL({"still": [1, "here"]})');
    expect(result.finalOutput).toEqual({ type: 'direct', answer: { still: [1, 'here'] } });
    await session.close();
    session = await openPython({ functions });
  });

  it('describes the variables of the user only', async () => {
    const fresh = await openPython({ functions });
    await fresh.set('context', 'héllo😀');
    await fresh.execute(
      'import re\nitems = [1, 2]\n_hidden = 1\nbig = list(range(200_000))\nclass Rude:\n  def __repr__(self): raise ValueError\nrude = Rude()',
    );
    const variables = await fresh.variables();
    expect(
      variables.map(({ name, typeName, totalLength }) => [name, typeName, totalLength]),
    ).toEqual([
      ['context', 'str', 6],
      ['items', 'list', 12],
      ['big', 'list', -1],
      ['Rude', 'type', expect.any(Number)],
      ['rude', 'Rude', -1],
    ]);
    expect(variables[1]?.preview).toBe('[\n  1,\n  2\n]');
    const shown = await fresh.execute('print(SHOW_VARS())');
    expect(shown.stdout).toBe('context: str\nitems: list\nbig: list\nRude: type\nrude: Rude\n');
    await fresh.close();
  });
});

import { afterAll, beforeAll, expect, it } from 'vitest';

import type { SandboxSession } from '../../src/index.js';
import { monty } from '../../src/monty/index.js';
import { describeWhere } from '../support/describe-where.js';

const backend = monty();
const probe = await backend.probe();

describeWhere(probe, 'monty', () => {
  let session: SandboxSession;

  beforeAll(async () => {
    session = await backend.open({
      functions: {
        llm_query: (prompt: string, options?: { readonly model?: string }) => {
          if (prompt === 'boom') throw new Error('the host failed');
          return Promise.resolve(`${prompt}/${options?.model ?? 'none'}`);
        },
      },
      dialects: ['final', 'submit', 'answer'],
    });
  });
  afterAll(() => session.close());

  it('keeps variables, functions and classes from cell to cell', async () => {
    await session.execute(
      'class P:\n  def __init__(self, x):\n    self.x = x\np = P(3)\ndef f():\n  return p.x + 1',
    );
    expect((await session.execute('print(f())')).stdout).toBe('4\n');
  });

  it('gives keyword arguments to the host as one last object', async () => {
    expect((await session.execute('print(llm_query("a", model="m"))')).stdout).toBe('a/m\n');
  });

  it('says what to use where a call of the host cannot be awaited', async () => {
    const { error } = await session.execute('import asyncio\nasyncio.run(llm_query("a"))');
    expect(error?.message).toContain('llm_query_batched([...])');
  });

  it('makes a failed host call a RuntimeError that can be caught', async () => {
    const { stdout } = await session.execute(
      'try:\n  llm_query("boom")\nexcept RuntimeError as e:\n  print("caught", e)',
    );
    expect(stdout).toBe('caught the host failed\n');
  });

  it('stops at FINAL, uncatchably: neither except nor finally runs', async () => {
    const result = await session.execute(
      'try:\n  FINAL({"a": (1, 2)})\nexcept BaseException:\n  print("swallowed")\nfinally:\n  print("finally")\nprint("after")',
    );
    expect(result.finalOutput).toEqual({ type: 'direct', answer: { a: [1, 2] } });
    expect(result.stdout).toBe('');
  });

  it('takes the value of FINAL_VAR when it is called', async () => {
    const result = await session.execute('found = [1]\nFINAL_VAR("found")\nfound = 2');
    expect(result.finalOutput).toEqual({ type: 'variable', var: 'found', answer: [1] });
    expect(await session.get('found')).toEqual([1]);
  });

  it('goes on after a FINAL_VAR of an unknown name was caught, with its variables as they were', async () => {
    const { stdout } = await session.execute(
      'k = 5\ntry:\n  FINAL_VAR("foud")\nexcept NameError as e:\n  print(e)\nprint(k)',
    );
    expect(stdout).toMatch(
      /^FINAL_VAR referenced variable 'foud' not found in REPL namespace\. Available variables: \['found', /,
    );
    expect(stdout).toMatch(/\n5\n$/);
  });

  it('takes the fields of SUBMIT', async () => {
    const { finalOutput } = await session.execute('SUBMIT(answer="x", n=3)');
    expect(finalOutput).toEqual({ type: 'submit', fields: { answer: 'x', n: 3 } });
  });

  it('reads the answer dict when the cell ends', async () => {
    const { finalOutput } = await session.execute(
      'answer["content"] = "done"\nanswer["ready"] = True',
    );
    expect(finalOutput).toEqual({ type: 'direct', answer: 'done' });
    await session.execute('answer["ready"] = False');
  });

  it('raises for values that are no data, and records no answer', async () => {
    const { finalOutput, error } = await session.execute('q = []\nq.append(q)\nFINAL(q)');
    expect(finalOutput).toBeNull();
    expect(error?.type).toBe('ValueError');
    await session.execute('q = 0');
  });

  it('shows the lines of the cells in tracebacks', async () => {
    await session.execute('def broken():\n  return 1 / 0');
    const { error } = await session.execute('x = 1\nbroken()');
    expect(error?.type).toBe('ZeroDivisionError');
    expect(error?.traceback).toMatch(/<cell \d+>", line 2, in <module>\n {4}broken\(\)/);
    expect(error?.traceback).toMatch(/<cell \d+>", line 2, in broken\n {4}return 1 \/ 0/);
  });

  it('says what exists instead of a missing module', async () => {
    const { error } = await session.execute('import numpy');
    expect(error?.type).toBe('ModuleNotFoundError');
    expect(error?.message).toContain('its modules are');
  });

  it('puts functions of the host and the context back', async () => {
    await session.set('context', 'long text');
    await session.execute('context = _rlm_kept_context = 0\nllm_query = 1');
    const { stdout } = await session.execute('print(context, llm_query("a"))');
    expect(stdout).toBe('long text a/none\n');
  });

  it('lists user variables only', async () => {
    const names = (await session.variables()).map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['p', 'f', 'P', 'found', 'context']));
    expect(names).not.toContain('print');
    expect(names).not.toContain('llm_query');
    expect(names.filter((name) => name.startsWith('_'))).toEqual([]);
    expect((await session.execute('print(SHOW_VARS())')).stdout).toContain('found: list\n');
  });

  it('moves to another process as a snapshot: classes, closures, what was kept', async () => {
    await session.execute(
      'def counter():\n  n = [0]\n  def step():\n    n[0] += 1\n    return n[0]\n  return step\ns = counter()\ns()',
    );
    const snapshot = await session.snapshot?.();
    const other = await backend.open({
      functions: { llm_query: () => 'other' },
      ...(snapshot && { snapshot }),
    });
    expect((await other.execute('print(s(), f(), context, llm_query("a"))')).stdout).toBe(
      '2 4 long text other\n',
    );
    await other.close();
    expect((await session.execute('print(s())')).stdout).toBe('2\n');
  });

  it('shows the pinned clock', async () => {
    const pinned = await backend.open({ now: () => Date.UTC(2020, 1, 3, 4, 5, 6) });
    const { stdout } = await pinned.execute(
      'import datetime\nprint(datetime.datetime.now(), datetime.date.today())',
    );
    expect(stdout).toBe('2020-02-03 04:05:06 2020-02-03\n');
    await pinned.close();
  });

  it('keeps the variables after an endless loop, by bringing them back', async () => {
    await session.execute('before = 7');
    const result = await session.execute('while True: pass', { timeoutMs: 200 });
    expect(result.outcome).toBe('timeout');
    expect(['restored', 'replayed']).toContain(result.session);
    expect((await session.execute('print(before)')).stdout).toBe('7\n');
  });
});

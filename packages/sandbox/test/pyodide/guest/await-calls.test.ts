import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { HostFunction, SandboxSession } from '../../../src/index.js';
import { unsafeCpython } from '../../../src/cpython/index.js';
import { pyodide } from '../../../src/pyodide/index.js';

/** The sealed interpreter and the machine's share the driver's Python. */
const backends = await Promise.all(
  [pyodide(), unsafeCpython()].map(async (backend) => ({ backend, probe: await backend.probe() })),
);

/** So long a call waits for others that are to be under way with it. */
const maxWaitMs = 100_000;

/**
 * Host functions, and how many calls were under way at the same time at most. The first calls wait until there are as many as are
 * to be `together`.
 */
function hosts(together = 1): {
  readonly functions: Record<string, HostFunction>;
  most: () => number;
} {
  let running = 0;
  let most = 0;
  let meet: (value?: unknown) => void = () => undefined;
  const met = new Promise((resolve) => (meet = resolve));
  const llm_query = async (prompt: string, options?: { readonly model?: string }) => {
    running += 1;
    most = Math.max(most, running);
    if (running >= together) meet();
    else setTimeout(meet, maxWaitMs).unref();
    await met;
    running -= 1;
    if (prompt === 'bad') throw new Error('the model refuses');
    return `re:${prompt}${options?.model ?? ''}`;
  };
  const functions = {
    llm_query,
    look_up: (key: string) => ({ key, found: [1, 2] }),
    nothing: () => null,
  };
  return { functions, most: () => most };
}

type AnyFunction = (...args: readonly unknown[]) => unknown;

const head = 'import asyncio\n';
const work = `${head}async def work(p):\n    a = await llm_query(p)\n    return await llm_query(a)\n`;

for (const { backend, probe } of backends) {
  const { name } = backend;
  if (!probe.ok) {
    describe.skip(`awaited host calls in ${name} (skipped: ${probe.reason})`, () => undefined);
    continue;
  }
  describe(`awaited host calls in ${name}`, () => {
    let session: SandboxSession;
    let host = hosts();
    /** The functions of the session, which asks the host of the test that runs. */
    const asked = Object.fromEntries(
      Object.keys(host.functions).map((called) => [
        called,
        (...args: readonly unknown[]) => (host.functions[called] as AnyFunction)(...args),
      ]),
    );
    beforeAll(async () => {
      session = await backend.open({ functions: asked, limits: { cellMs: 60_000 } });
    });
    afterAll(() => session.close());

    const run = async (...cells: readonly string[]) => runTogether(1, cells);
    const runTogether = async (together: number, cells: readonly string[]) => {
      host = hosts(together);
      let last = await session.execute('');
      for (const code of cells) last = await session.execute(code);
      return { last, most: host.most() };
    };

    it.each([
      ['at the top', 'await llm_query("a")', "'re:a'"],
      ['with keywords', 'await llm_query("a", model="m")', "'re:am'"],
      ['in a function', `${work}await work("a")`, "'re:re:a'"],
      ['in asyncio.run', `${work}asyncio.run(work("a"))`, "'re:re:a'"],
      ['alone in asyncio.run', `${head}asyncio.run(llm_query("a"))`, "'re:a'"],
      ['in a batch', 'await llm_query_batched(["a", "b"])', "['re:a', 're:b']"],
      ['that give a dict', 'await look_up("k")', "{'key': 'k', 'found': [1, 2]}"],
      ['that give nothing', '[await nothing()]', '[None]'],
      ['under another name', 'ask = llm_query\nawait ask("a")', "'re:a'"],
      ['in a lambda', 'ask = lambda p: llm_query(p)\nawait ask("a")', "'re:a'"],
      ['after they were made', 'x = llm_query("a")\nawait x', "'re:a'"],
      ['in a task', `${head}t = asyncio.create_task(llm_query("a"))\nawait t`, "'re:a'"],
      ['with a timeout', `${head}await asyncio.wait_for(llm_query("a"), timeout=60)`, "'re:a'"],
      ['in a thread', `${head}await asyncio.to_thread(llm_query, "a")`, "'re:a'"],
      ['as a text at once', 'llm_query("a").upper() + "!"', "'RE:A!'"],
      [
        'as a text in a coroutine',
        'async def f():\n    return llm_query("a").upper()\nawait f()',
        "'RE:A'",
      ],
      [
        'of a text of which nothing is special',
        'import json, pickle\nx = await llm_query("a")\n[type(x) is str, json.dumps(x), pickle.loads(pickle.dumps(x)) == x, x == "re:a"]',
        '[True, \'"re:a"\', True, True]',
      ],
      [
        'of a function that is called gather',
        'def gather(*texts):\n    return "".join(texts)\ngather(llm_query("a"), llm_query("b"))',
        "'re:are:b'",
      ],
      [
        'while another task never rests',
        `${head}found = []\nasync def ask():\n    found.append(await llm_query("a"))\nasync def spin():\n    while not found:\n        await asyncio.sleep(0)\nawait asyncio.gather(ask(), spin())\nfound`,
        "['re:a']",
      ],
    ])('are answered %s', async (_, code, value) => {
      expect((await run(code)).last).toMatchObject({ outcome: 'ok', value, stderr: '' });
    });

    it.each([
      ['gather of calls', `${head}await asyncio.gather(llm_query("a"), llm_query("b"))`, 2],
      ['gather of the same call', `${head}await asyncio.gather(llm_query("a"), llm_query("a"))`, 2],
      ['gather of a list', `${head}await asyncio.gather(*[llm_query(p) for p in "abc"])`, 3],
      ['gather of a generator', `${head}await asyncio.gather(*(llm_query(p) for p in "abc"))`, 3],
      [
        'gather by its own name',
        'from asyncio import gather\nawait gather(*[llm_query(p) for p in "abc"])',
        3,
      ],
      [
        'gather of a variable',
        `${head}tasks = [llm_query(p) for p in "abc"]\nawait asyncio.gather(*tasks)`,
        3,
      ],
      [
        'gather of what was appended',
        `${head}tasks = []\nfor p in "abc":\n    tasks.append(llm_query(p))\nawait asyncio.gather(*tasks)`,
        3,
      ],
      [
        'gather of variables',
        `${head}a = llm_query("a")\nb = llm_query("b")\nawait asyncio.gather(a, b)`,
        2,
      ],
      ['gather of coroutines', `${work}await asyncio.gather(*[work(p) for p in "abc"])`, 3],
      [
        'tasks',
        `${head}ts = [asyncio.create_task(llm_query(p)) for p in "abc"]\n[await t for t in ts]`,
        3,
      ],
      [
        'as_completed',
        `${head}[await f for f in asyncio.as_completed([llm_query(p) for p in "abc"])]`,
        3,
      ],
      [
        'asyncio.run of a function with gather',
        `${head}async def main():\n    return await asyncio.gather(*[llm_query(p) for p in "abc"])\nasyncio.run(main())`,
        3,
      ],
    ])('run at the same time: %s', async (_, code, most) => {
      const found = await runTogether(most, [code]);
      expect(found.last).toMatchObject({ outcome: 'ok', stderr: '' });
      expect(found.last.value).toContain('re:a');
      expect(found.most).toBe(most);
    });

    it('gives the answers of gather in the order of the calls, and records each call', async () => {
      const { last } = await run(`${head}await asyncio.gather(*[llm_query(p) for p in "abc"])`);
      expect(last.value).toBe("['re:a', 're:b', 're:c']");
      expect(last.llmCalls.map(({ name: called, prompt }) => [called, prompt])).toEqual(
        ['a', 'b', 'c'].map((prompt) => ['llm_query', prompt]),
      );
    });

    it('raises the failure of a call where it is awaited, or gives it to gather', async () => {
      const caught = 'try:\n    await llm_query("bad")\nexcept HostCallError as e:\n    print(e)';
      expect((await run(caught)).last.stdout).toBe('the model refuses\n');
      const gathered = `${head}[str(x) for x in await asyncio.gather(llm_query("a"), llm_query("bad"), return_exceptions=True)]`;
      expect((await run(gathered)).last.value).toBe("['re:a', 'the model refuses']");
      const { last } = await run(`${head}await asyncio.gather(llm_query("a"), llm_query("bad"))`);
      expect(last.error).toMatchObject({ type: 'HostCallError', message: 'the model refuses' });
    });

    it('takes what an earlier cell has asked', async () => {
      const { last } = await run(
        'x = llm_query("a")\ny = [llm_query("b")]',
        `${head}await asyncio.gather(x, *y)`,
      );
      expect(last.value).toBe("['re:a', 're:b']");
    });

    it('stops at a FINAL in a task', async () => {
      const code = `${head}async def f(p):\n    FINAL(await llm_query(p))\nawait asyncio.gather(f("a"), f("b"))`;
      expect((await run(code)).last.finalOutput).toEqual({ type: 'direct', answer: 're:a' });
    });

    it('points at its own line where an awaited call fails', async () => {
      const { last } = await run('x = 1\ny = await llm_query("bad")');
      expect(last.error?.traceback).toContain('line 2');
      expect(last.error?.traceback).toContain('y = await llm_query("bad")');
    });

    it('leaves other awaits as they are', async () => {
      const { last } = await run('async def f():\n    return object()\nawait (await f())');
      expect(last.error).toMatchObject({ type: 'TypeError' });
      expect(last.error?.message).toContain('await');
    });

    it('goes on after a cell that was stopped while asyncio was at work', async () => {
      const left = `${head}asyncio.events._set_running_loop(asyncio.new_event_loop())`;
      expect((await run(left, 'await llm_query("a")')).last.value).toBe("'re:a'");
    });

    it('does not keep an endless coroutine from being stopped', async () => {
      const { functions } = hosts();
      await using session = await backend.open({ functions, limits: { graceMs: 10_000 } });
      await session.execute('kept = 1');
      const code = `${work}async def spin():\n    await llm_query("a")\n    while True:\n        pass\nawait asyncio.gather(spin(), work("b"))`;
      const stopped = await session.execute(code, { timeoutMs: 500 });
      expect(stopped).toMatchObject({ outcome: 'timeout', session: 'kept' });
      expect((await session.execute('kept')).value).toBe('1');
    });

    it('takes an answer as it comes, while another call has none yet', async () => {
      const hang = () => new Promise(() => undefined);
      await using session = await backend.open({ functions: { ...hosts().functions, hang } });
      const first = `${head}tasks = [asyncio.create_task(hang()), asyncio.create_task(llm_query("a"))]\ndone, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)\n`;
      const { value, error } = await session.execute(`${first}[task.result() for task in done]`);
      expect(value, error?.message).toBe("['re:a']");
      // Of what the cell has left, nothing is heard in the next.
      expect((await session.execute('await llm_query("b")')).value).toBe("'re:b'");
    });

    it('makes a call that blocks while others are awaited, and loses no answer', async () => {
      const code = `${head}async def block(p):\n    await asyncio.sleep(0)\n    return llm_query(await llm_query(p))\nawait asyncio.gather(block("a"), llm_query("b"), block("c"), llm_query("d"))`;
      const { value, error } = (await run(code)).last;
      expect(value, error?.message).toBe("['re:re:a', 're:b', 're:re:c', 're:d']");
    });

    it.each([
      ['blocks', 'hang()'],
      ['is awaited', `await asyncio.gather(hang(), hang())`],
    ])('gives no answer to a cell that is stopped and calls again (%s)', async (_, call) => {
      const controller = new AbortController();
      const hang = () => {
        controller.abort();
        return new Promise(() => undefined);
      };
      await using session = await backend.open({
        functions: { hang },
        limits: { graceMs: 10_000 },
      });
      await session.execute('kept = 1');
      const code = `${head}while True:\n    try:\n        ${call}\n    except BaseException:\n        print("caught")`;
      const stopped = await session.execute(code, { abortSignal: controller.signal });
      expect(stopped).toMatchObject({ outcome: 'aborted', session: 'kept', stdout: '' });
      expect(stopped.llmCalls.length).toBeLessThanOrEqual(2);
      expect((await session.execute('kept')).value).toBe('1');
    });

    it('is stopped with its cell while it waits', async () => {
      const hang = () => new Promise(() => undefined);
      const controller = new AbortController();
      const slow = async () => {
        controller.abort();
        await hang();
      };
      await using session = await backend.open({ functions: { hang, slow } });
      await session.execute('kept = 1');
      const code = `${head}await asyncio.gather(hang(), slow())`;
      const stopped = await session.execute(code, { abortSignal: controller.signal });
      expect(stopped).toMatchObject({ outcome: 'aborted', session: 'kept' });
      expect((await session.execute('kept')).value).toBe('1');
    });
  });
}

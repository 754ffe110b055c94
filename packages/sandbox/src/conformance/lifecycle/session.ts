import { assignX, beginCell, codeOf, endless, printX, type LifecycleTable } from './stage.js';

const begunEndless = {
  python: `begun()\n${endless.python}`,
  javascript: `await begun()\n${endless.javascript}`,
};

/** A session from its opening to its end. */
export const sessionCases: LifecycleTable = {
  async 'use after close is a typed error, and closing twice does no harm'({ open, expect }) {
    const session = await open();
    await session.close();
    await session.close();
    const uses = [session.execute(''), session.set('x', 1), session.get('x'), session.variables()];
    for (const use of uses) expect(await codeOf(use)).toBe('session_closed');
  },

  async 'closing ends a cell that runs'(stage) {
    const { session, running } = await beginCell(stage, begunEndless);
    await session.close();
    stage.expect((await running).outcome).toBe('aborted');
  },

  async 'a cell can be aborted, and the session goes on'(stage) {
    const controller = new AbortController();
    const abortSignal = controller.signal;
    const { session, running } = await beginCell(stage, begunEndless, { abortSignal });
    controller.abort();
    stage.expect((await running).outcome).toBe('aborted');
    stage.expect((await session.execute('print(1)')).stdout).toBe('1\n');
  },

  async 'a cell that waits for a host call can be aborted'(stage) {
    const controller = new AbortController();
    const abortSignal = controller.signal;
    const hang = { python: 'hang()', javascript: 'await hang()' };
    const { running } = await beginCell(stage, hang, { abortSignal });
    controller.abort();
    stage.expect((await running).outcome).toBe('aborted');
  },

  async 'what was printed before a call can be read while the call waits'({ open, expect, code }) {
    let seen = '';
    let tell = (): void => undefined;
    const printed = new Promise<void>((resolve) => (tell = resolve));
    const session = await open({
      functions: { until_printed: () => printed.then(() => seen) },
      limits: { callTimeoutMs: 20_000 },
    });
    const source = {
      python: 'print("before")\nprint(until_printed())',
      javascript: 'print("before"); print(await until_printed())',
    };
    const onOutput = (text: string): void => {
      seen += text;
      tell();
    };
    const { stdout } = await session.execute(code(source), { onOutput });
    expect(stdout).toBe('before\nbefore\n\n');
  },

  async 'variables are described, in the order of their making, collections with the number of their items'({
    open,
    expect,
    code,
  }) {
    const session = await open();
    await session.set('notes', 'abc');
    await session.execute(code(assignX));
    await session.set('rows', [1, [2, 3], 4]);
    const variables = await session.variables();
    expect(variables.map(({ name }) => name)).toEqual(['notes', 'x', 'rows']);
    expect(variables.slice(0, 2).map(({ preview }) => preview)).toEqual(['abc', '5']);
    expect(variables.map(({ items }) => items)).toEqual([undefined, undefined, 3]);
    expect(variables[0]?.totalLength).toBe(3);
  },

  async 'two sessions know nothing of each other'({ open, expect, code }) {
    const [session, other] = [await open(), await open()];
    await session.execute(code(assignX));
    expect((await other.execute(code(printX))).outcome).toBe('error');
  },

  async 'the same seed gives the same random numbers, another gives others'({
    open,
    expect,
    code,
  }) {
    const draw = {
      python: 'import random\nprint(random.random())',
      javascript: 'print(Math.random())',
    };
    const drawn: string[] = [];
    for (const seed of ['a', 'a', 'b', '\ud800']) {
      const session = await open({ seed });
      drawn.push((await session.execute(code(draw))).stdout);
    }
    expect(drawn[0]).toBe(drawn[1]);
    expect(drawn[0] === drawn[2]).toBe(false);
    for (const number of drawn) expect(number.slice(0, 2)).toBe('0.');
  },

  async 'a host function whose result JSON cannot hold has failed, and says where'({
    open,
    expect,
    code,
  }) {
    const session = await open({ functions: { use: () => ({ score: NaN }) } });
    const { error } = await session.execute(
      code({ python: 'print(use())', javascript: 'print(await use())' }),
    );
    expect(error?.type).toBe('HostCallError');
    expect(error?.message).toContain('the result of use.score is NaN');
  },
};

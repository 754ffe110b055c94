import { assignX, codeOf, endless, printX, type LifecycleTable } from './stage.js';

const first = Date.UTC(2023, 10, 14, 22, 13, 20);
const second = first + 90_500;

/** Shows the clock twice, with a host call between. */
const showDate = {
  python:
    'import datetime, time\nbefore = datetime.datetime.now()\nllm_query("q")\nprint(before, datetime.datetime.now(), "%.1f" % time.time())',
  javascript:
    'var before = new Date();\nawait llm_query("q");\nprint(before.toISOString(), new Date().toISOString(), (Date.now() / 1000).toFixed(1))',
};
const dates = {
  python: [
    '2023-11-14 22:13:20 2023-11-14 22:13:20 1700000000.0\n',
    '2023-11-14 22:14:50.500000 2023-11-14 22:14:50.500000 1700000090.5\n',
  ],
  javascript: [
    '2023-11-14T22:13:20.000Z 2023-11-14T22:13:20.000Z 1700000000.0\n',
    '2023-11-14T22:14:50.500Z 2023-11-14T22:14:50.500Z 1700000090.5\n',
  ],
};

/** A cell that changes a variable, calls the host, and goes on for ever. */
const changeX = {
  python: `x = 6\nllm_query("q")\n${endless.python}`,
  javascript: `x = 6\nawait llm_query("q")\n${endless.javascript}`,
};

/** The guest's clock, the time limit of a cell, and what can be taken back of one that was stopped. */
export const timeCases: LifecycleTable = {
  async 'the date is what execute says, else what the session says, and is fixed during a cell'({
    backend,
    open,
    expect,
    code,
  }) {
    let moment = first;
    const llm_query = (): void => {
      moment = second;
    };
    const session = await open({ functions: { llm_query }, now: () => moment });
    const [early, late] = dates[backend.language];
    const show = code(showDate);
    expect((await session.execute(show)).stdout).toBe(early);
    expect((await session.execute(show)).stdout).toBe(late);
    expect((await session.execute(show, { nowMs: first })).stdout).toBe(early);
  },

  async 'a time limit can be given for one cell'({ open, expect, code }) {
    const session = await open();
    expect((await session.execute(code(endless), { timeoutMs: 150 })).outcome).toBe('timeout');
  },

  async 'undo brings the session back to before a cell that was stopped, and takes back no other'({
    open,
    expect,
    code,
  }) {
    const session = await open();
    const undo = (): Promise<unknown> => Promise.resolve(session.undo?.());
    await session.execute(code(assignX));
    expect(await codeOf(undo())).toBe('unsupported');
    const running = session.execute(code(changeX), { timeoutMs: 150 });
    expect((await running).outcome).toBe('timeout');
    await session.set('y', 7);
    expect(['restored', 'replayed', 'kept']).toContain(String(await undo()));
    expect((await session.execute(code(printX), { preflight: false })).stdout).toBe('5\n');
    expect(await session.get('y')).toBe(7);
    const { error } = await session.execute('missing_name_of_nobody', { preflight: false });
    expect(error?.traceback).toContain('cell 3');
  },
};

/** What a backend promises whose variables survive a time-out. */
export const survivingCases: LifecycleTable = {
  async 'variables survive a time-out where the backend says so'({ open, expect, code }) {
    const session = await open();
    await session.execute(code(assignX));
    const result = await session.execute(code(endless), { timeoutMs: 200 });
    expect([result.outcome, result.session]).toEqual(['timeout', 'kept']);
    expect((await session.execute(code(printX))).stdout).toBe('5\n');
  },
};

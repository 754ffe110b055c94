import type { LifecycleCase } from './lifecycle-case.js';

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

/** The guest's clock: the time that the host sets when a cell starts, for the whole cell. */
export const clockCases: readonly LifecycleCase[] = [
  {
    name: 'the date is what execute says, else what the session says, and is fixed during a cell',
    in: 'none',
    async check({ backend, expect, code }) {
      let moment = first;
      const llm_query = (): void => {
        moment = second;
      };
      const session = await backend.open({ functions: { llm_query }, now: () => moment });
      const [early, late] = dates[backend.language];
      const show = code(showDate);
      expect((await session.execute(show)).stdout).toBe(early);
      expect((await session.execute(show)).stdout).toBe(late);
      expect((await session.execute(show, { nowMs: first })).stdout).toBe(early);
      await session.close();
    },
  },
];

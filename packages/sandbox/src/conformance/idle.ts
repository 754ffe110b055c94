import type { SandboxSession } from '../contract/session.js';
import { endless, type LifecycleCase, type LifecycleStage } from './lifecycle-case.js';

const rounds = [0, 1, 2];
const chains = ['a', 'b', 'c'];

/** Computes for some ten milliseconds: long enough that a later question would be missed without waiting. */
const compute = {
  python: 'def compute():\n    n = 0\n    for i in range(100000):\n        n = n * 31 % 1000003\n',
  javascript:
    'function compute() { let n = 0; for (let i = 0; i < 100000; i++) n = (n * 31) % 1000003 }\n',
};

/** Chains of three questions, concurrent if the language can, and a batch when all have ended. */
const chained = {
  python: `${compute.python}
for round in range(3):
    llm_query("a" + str(round))
    compute()
llm_query_batched(["x", "y"])
compute()
print(llm_query("end"))`,
  javascript: `${compute.javascript}
async function chain(name) {
  for (let round = 0; round < 3; round++) {
    await llm_query(name + round);
    compute();
  }
}
await Promise.all(["a", "b", "c"].map(chain));
await llm_query_batched(["x", "y"]);
compute();
print(await llm_query("end"));`,
};

/** Three times three questions at once. */
const gathered = {
  python: `${compute.python}
import asyncio
async def chain(name):
    for round in range(3):
        await llm_query(name + str(round))
        compute()
await asyncio.gather(chain("a"), chain("b"), chain("c"))
print("end")`,
  javascript: `${compute.javascript}
for (let round = 0; round < 3; round++) {
  await Promise.all(["a", "b", "c"].map((name) => llm_query(name + round)));
  compute();
}
print("end");`,
};

/** Waits as the docs of `idle` say. */
export async function untilIdle(session: SandboxSession): Promise<void> {
  let busy: Promise<void> | undefined;
  do {
    await busy;
    await new Promise((resolve) => setTimeout(resolve));
    busy = session.idle();
  } while (busy !== undefined);
}

/** Answers one question whenever the session is idle, the latest first, and compares the questions asked by then. */
async function answerOneByOne(
  { backend, expect }: LifecycleStage,
  code: string,
  expected: (answered: ReadonlySet<string>) => readonly string[],
): Promise<void> {
  const asked = new Map<string, () => void>();
  const llm_query = (question: string): Promise<string> =>
    new Promise((resolve) => {
      asked.set(question, () => {
        resolve(`re:${question}`);
      });
    });
  const session = await backend.open({ functions: { llm_query } });
  let printed: string | undefined;
  const running = session.execute(code).then(({ stdout }) => (printed = stdout));
  const answered = new Set<string>();
  for (;;) {
    await untilIdle(session);
    expect([...asked.keys()].sort()).toEqual([...expected(answered)].sort());
    const open = [...asked].filter(([question]) => !answered.has(question));
    const [question, answer] = open.at(-1) ?? [];
    if (question === undefined) break;
    answered.add(question);
    answer?.();
  }
  expect(printed).toContain('end');
  await running;
  await session.close();
}

/** When a session reports that it is idle: a journal must know this before it gives the next answer. */
export const idleCases: readonly LifecycleCase[] = [
  {
    name: 'idle() tells when all questions that follow from the answers were asked',
    in: 'none',
    async check(stage) {
      const names = stage.backend.language === 'python' ? ['a'] : chains;
      await answerOneByOne(stage, stage.code(chained), (answered) => {
        const has = (question: string): boolean => answered.has(question);
        const ofChains = names.flatMap((name) =>
          rounds
            .filter((round) => round === 0 || has(`${name}${round - 1}`))
            .map((round) => `${name}${round}`),
        );
        const batch = names.every((name) => has(`${name}2`)) ? ['x', 'y'] : [];
        return [...ofChains, ...batch, ...(has('x') && has('y') ? ['end'] : [])];
      });
    },
  },
  {
    name: 'idle() tells the same of calls that are gathered',
    in: 'none',
    async check(stage) {
      await answerOneByOne(stage, stage.code(gathered), (answered) =>
        rounds
          .filter((round) => answered.size >= round * chains.length)
          .flatMap((round) => chains.map((name) => `${name}${round}`)),
      );
    },
  },
  {
    name: 'a session is idle between calls, and counts the time for which cells compute',
    async check({ session, expect, code }) {
      expect([session.idle(), session.guestMs]).toEqual([undefined, 0]);
      let ended = '';
      const running = session.execute(code(endless), { timeoutMs: 100 });
      void running.then(({ outcome }) => (ended = outcome));
      await untilIdle(session);
      expect(ended).toBe('timeout');
      expect((session.guestMs ?? 0) >= 90).toBe(true);
      let listed = false;
      void session.variables().then(() => (listed = true));
      await untilIdle(session);
      expect(listed).toBe(true);
    },
  },
];

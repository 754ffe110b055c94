import type { SandboxSession } from '../../contract/session.js';
import { endless, type LifecycleStage, type LifecycleTable } from './stage.js';

const rounds = [0, 1, 2];
const chains = ['a', 'b', 'c'];

/** Computes for some ten milliseconds: long enough that a later question would be missed without waiting. */
const compute = {
  python: 'def compute():\n    n = 0\n    for i in range(100000):\n        n = n * 31 % 1000003\n',
  javascript:
    'function compute() { let n = 0; for (let i = 0; i < 100000; i++) n = (n * 31) % 1000003 }\n',
};

/** Three questions three times, concurrent, and a batch when all have ended. */
const chained = {
  python: `${compute.python}
import asyncio
async def chain(name):
    for round in range(3):
        await llm_query(name + str(round))
        compute()
await asyncio.gather(chain("a"), chain("b"), chain("c"))
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
  { open, expect }: LifecycleStage,
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
  const session = await open({ functions: { llm_query } });
  let printed: string | undefined;
  const running = session.execute(code).then(({ stdout }) => (printed = stdout));
  const answered = new Set<string>();
  for (;;) {
    await untilIdle(session);
    expect([...asked.keys()].sort()).toEqual([...expected(answered)].sort());
    const waiting = [...asked].filter(([question]) => !answered.has(question));
    const [question, answer] = waiting.at(-1) ?? [];
    if (question === undefined) break;
    answered.add(question);
    answer?.();
  }
  expect(printed).toContain('end');
  await running;
}

/** When a session reports that it is idle: a journal must know this before it gives the next answer. */
export const idleCases: LifecycleTable = {
  async 'idle() tells when all questions that follow from the answers were asked'(stage) {
    await answerOneByOne(stage, stage.code(chained), (answered) => {
      const ofRound = (round: number): readonly string[] => chains.map((name) => `${name}${round}`);
      const ofChains = rounds.flatMap((round) =>
        ofRound(round).filter(([name]) => round === 0 || answered.has(`${name}${round - 1}`)),
      );
      const batch = ofRound(2).every((question) => answered.has(question)) ? ['x', 'y'] : [];
      const isLast = answered.has('x') && answered.has('y');
      return [...ofChains, ...batch, ...(isLast ? ['end'] : [])];
    });
  },

  async 'a session is idle between calls, and counts the time for which cells compute'({
    open,
    expect,
    code,
  }) {
    const session = await open();
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
};

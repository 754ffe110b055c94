import { afterAll, beforeAll, expect, it } from 'vitest';

import type { HostCallContext, SandboxBackend, SandboxSession } from '../../src/index.js';
import { describeBackends } from '../support/backends.js';
import { killChildren } from '../support/child-of.js';
import { descendants, waitUntilGone } from '../support/process-tree.js';

/** What the host does with the calls of a case. */
type Ask = (context: HostCallContext, prompt: string) => unknown;

interface Case {
  readonly name: string;
  readonly python: string;
  readonly javascript: string;
  readonly prints: string;
  /** Calls that are all open before the first is answered; the last comes first. Default: each is answered at once. */
  readonly together?: number;
}

const python = (body: string): string =>
  `import asyncio\nasync def ask(prompt):\n    return await llm_query(prompt)\n${body}`;

const asTheyCome: Case = {
  name: 'each of several as it comes',
  python: python(`async def note(prompt):
    order.append(await ask(prompt))
order = []
await asyncio.gather(*[note(p) for p in "abc"])
print(",".join(order))`),
  javascript: `const order = [];
await Promise.all([..."abc"].map((p) => llm_query(p).then((answer) => order.push(answer))));
print(order.join())`,
  together: 3,
  prints: 're:c,re:b,re:a\n',
};

const cases: readonly Case[] = [
  {
    name: 'gathered calls',
    python: python('print(",".join(await asyncio.gather(*[ask(p) for p in "abcdefgh"])))'),
    javascript: 'print((await Promise.all([..."abcdefgh"].map((p) => llm_query(p)))).join())',
    together: 8,
    prints: 're:a,re:b,re:c,re:d,re:e,re:f,re:g,re:h\n',
  },
  {
    name: 'a batch',
    python: 'print(",".join(llm_query_batched(list("abcd"))))',
    javascript: 'print((await llm_query_batched([..."abcd"])).join())',
    together: 4,
    prints: 're:a,re:b,re:c,re:d\n',
  },
  {
    name: 'chains beside each other',
    python: python(`async def chain(name):
    first = await ask(name)
    return await ask(first)
print(",".join(await asyncio.gather(chain("a"), chain("b"), chain("c"))))`),
    javascript: `const chain = async (name) => llm_query(await llm_query(name));
print((await Promise.all(["a", "b", "c"].map(chain))).join())`,
    together: 3,
    prints: 're:re:a,re:re:b,re:re:c\n',
  },
  asTheyCome,
  {
    name: 'one that fails among others',
    python:
      python(`found = await asyncio.gather(ask("a"), ask("fail"), ask("b"), return_exceptions=True)
print(",".join(type(one).__name__ if isinstance(one, Exception) else one for one in found))`),
    javascript: `const found = await Promise.allSettled(["a", "fail", "b"].map((p) => llm_query(p)));
print(found.map((one) => one.value ?? one.reason.name).join())`,
    together: 3,
    prints: 're:a,HostCallError,re:b\n',
  },
  {
    name: 'calls inside callbacks',
    python: 'print(",".join(sorted(map(llm_query, "cab"), key=lambda text: llm_query(text))))',
    javascript:
      'const asked = await Promise.all([..."cab"].map(async (p) => llm_query(await llm_query(p))));\nprint(asked.map((text) => text.slice(3)).sort().join())',
    prints: 're:a,re:b,re:c\n',
  },
  {
    name: 'calls inside generators',
    python: `def answers(prompts):
    for prompt in prompts:
        yield llm_query(prompt)
print(",".join(answers(p for p in "abc")))`,
    javascript: `async function* answers(prompts) {
  for (const prompt of prompts) yield await llm_query(prompt);
}
const all = [];
for await (const answer of answers("abc")) all.push(answer);
print(all.join())`,
    prints: 're:a,re:b,re:c\n',
  },
];

const forty = {
  python: python(
    'print(len(await asyncio.gather(*[ask("x") for _ in range(40)])), len(llm_query_batched(["x"] * 40)))',
  ),
  javascript:
    'print((await Promise.all(Array.from({ length: 40 }, () => llm_query("x")))).length, (await llm_query_batched(Array(40).fill("x"))).length)',
};
const five = {
  python: python('x = 8\nprint(await asyncio.gather(*[ask("late") for _ in range(5)]))'),
  javascript: 'x = 8; print(await Promise.all([1, 2, 3, 4, 5].map(() => llm_query("late"))))',
};
const after = {
  python: 'print(x, llm_query("own"))',
  javascript: 'print(x, await llm_query("own"))',
};

await describeBackends('calls at once', (backend: SandboxBackend) => {
  let session: SandboxSession;
  let ask: Ask;
  beforeAll(async () => {
    const run: Ask = (context, prompt) => ask(context, prompt);
    session = await backend.open({ functions: { llm_query: { run } } });
  });
  afterAll(() => session.close());

  it.each(cases)('answers $name', async ({ together = 1, prints, ...sources }) => {
    let waiting: (() => void)[] = [];
    ask = (_, prompt) =>
      new Promise((resolve, reject) => {
        waiting.push(() => {
          if (prompt === 'fail') reject(new Error('no'));
          else resolve(`re:${prompt}`);
        });
        if (waiting.length < together) return;
        // Each answer reaches the guest on its own.
        const answers = waiting.reverse();
        waiting = [];
        const next = (): void => {
          answers.shift()?.();
          if (answers.length > 0) setTimeout(next, 5);
        };
        next();
      });
    const { stdout, error } = await session.execute(sources[backend.language]);
    expect(stdout, error?.message).toBe(prints);
  });

  it('runs no more at once than maxConcurrentCalls', async () => {
    let running = 0;
    let most = 0;
    const llm_query = async (): Promise<string> => {
      most = Math.max(most, (running += 1));
      // Long enough for others to begin: each does in a turn of its own.
      for (let turn = 0; turn < 10; turn++) await new Promise(setImmediate);
      running -= 1;
      return 'y';
    };
    const limits = { maxConcurrentCalls: 3 };
    const limited = await backend.open({ functions: { llm_query }, limits });
    const { stdout, error } = await limited.execute(forty[backend.language]);
    await limited.close();
    expect(stdout, error?.message).toBe('40 40\n');
    expect(most).toBe(3);
  });

  it('makes as many as it likes, of which no more wait than maxPendingCalls', async () => {
    const limits = { maxPendingCalls: 8 };
    const limited = await backend.open({ functions: { llm_query: () => 'y' }, limits });
    const { stdout, error } = await limited.execute(forty[backend.language]);
    await limited.close();
    expect(stdout, error?.message).toBe('40 40\n');
  });

  it.skipIf(process.platform !== 'linux')(
    'gives their answers in the same order when the cell runs again',
    async () => {
      const answers: (() => void)[] = [];
      ask = (_, prompt) =>
        new Promise((resolve) => {
          answers.unshift(() => {
            resolve(`re:${prompt}`);
          });
          if (answers.length === 3) for (const answer of answers) answer();
        });
      const { stdout } = await session.execute(asTheyCome[backend.language]);
      expect(stdout).toBe(asTheyCome.prints);
      const children = await descendants(process.pid);
      await killChildren();
      expect(await waitUntilGone(children)).toEqual([]);
      ask = () => expect.unreachable('the answers are recorded');
      expect((await session.execute('print(order)')).stdout).toMatch(/re:c.*re:b.*re:a/);
      expect(answers).toHaveLength(3);
    },
  );

  it('are told when the host aborts the cell, and answers that come later harm nobody', async () => {
    const controller = new AbortController();
    const contexts: HostCallContext[] = [];
    const answers: ((text: string) => void)[] = [];
    ask = (context, prompt) => {
      if (prompt === 'own') return 'of this cell';
      contexts.push(context);
      if (contexts.length === 5) setImmediate(() => controller.abort());
      return new Promise((resolve) => answers.push(resolve));
    };
    await session.set('x', 7);
    const code = five[backend.language];
    const result = await session.execute(code, { abortSignal: controller.signal });
    expect([result.outcome, result.stdout, result.session]).toEqual(['aborted', '', 'kept']);
    expect(contexts.map(({ abortSignal }) => abortSignal.aborted)).toEqual(Array(5).fill(true));
    for (const answer of answers) answer('late');
    expect((await session.execute(after[backend.language])).stdout).toBe('8 of this cell\n');
  });
});

import { describe, expect, it } from 'vitest';

import type { HostCallContext } from '../../src/index.js';
import { scripted } from '../../src/scripted/index.js';
import { quickjs } from '../../src/quickjs/index.js';

describe('the time of a host call', () => {
  const wait = async ({ abortSignal }: HostCallContext): Promise<void> => {
    await new Promise((resolve) => {
      abortSignal.addEventListener('abort', resolve);
    });
  };

  it('ends with its signal, and what the function has by then still counts', async () => {
    const gather = {
      run: async (context: HostCallContext) => {
        await wait(context);
        return ['first', null];
      },
    };
    const session = await quickjs().open({ functions: { gather }, limits: { callTimeoutMs: 20 } });
    const { stdout } = await session.execute('print((await gather()).length)');
    expect(stdout).toBe('2\n');
    await session.close();
  });

  it('is the error of a function that has nothing', async () => {
    const fail = {
      run: async (context: HostCallContext) => {
        await wait(context);
        context.abortSignal.throwIfAborted();
      },
    };
    const ignore = { run: () => new Promise(() => undefined) };
    const session = await quickjs().open({
      functions: { fail, ignore },
      limits: { callTimeoutMs: 20, graceMs: 20 },
    });
    for (const name of ['fail', 'ignore']) {
      const { error } = await session.execute(`await ${name}()`);
      expect(error?.message).toMatch(new RegExp(`^${name} .* 20 ms$`));
    }
    await session.close();
  });
});

describe('the answers of calls gathered at once', () => {
  it('are as long together as four values; those without room are errors that say so', async () => {
    const maxValueBytes = 1_000;
    const answer = 'x'.repeat(maxValueBytes - 2);
    const calls = Array.from({ length: 6 }, () => ['ask', []]);
    const session = await scripted([
      async (_code, guest) => JSON.stringify(await guest.call('*', ...calls)),
    ]).open({ functions: { ask: () => answer }, limits: { maxValueBytes } });
    const { stdout } = await session.execute('');
    const message =
      'the answers of the calls made at once are over 4000 characters of JSON together; make fewer calls at once';
    const failed = { error: { type: 'HostCallError', message } };
    expect(JSON.parse(stdout)).toEqual([
      ...Array.from({ length: 4 }, () => ({ value: answer })),
      failed,
      failed,
    ]);
    await session.close();
  });
});

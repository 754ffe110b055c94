import { describe, expect, it } from 'vitest';

import type { HostCallContext } from '../../src/index.js';
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

import { hostileData, saysOf } from '@rlm/config/hostile-data';
import { describe, expect, it } from 'vitest';

import { scripted } from '../../src/scripted/index.js';

describe('session.set', () => {
  it.each(hostileData)('refuses $name', async (hostile) => {
    await using session = await scripted().open();
    const setting = session.set('x', { in: hostile.make() });
    await expect(setting).rejects.toMatchObject({
      code: 'value_rejected',
      message: expect.stringMatching(saysOf(hostile, 'x\\.in')) as string,
    });
  });
});

describe('the answer of a host function', () => {
  it.each(hostileData)('is an error in the guest, if it is $name', async (hostile) => {
    const backend = scripted([
      async (_, guest) => {
        const failure: unknown = await guest.call('use', {}).catch((error: unknown) => error);
        return (failure as Error).message;
      },
    ]);
    await using session = await backend.open({ functions: { use: hostile.make } });
    const { stdout } = await session.execute('');
    expect(stdout).toMatch(saysOf(hostile, 'the result of use'));
  });
});

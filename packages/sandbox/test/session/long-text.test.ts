import { describe, expect, it } from 'vitest';

import { scripted } from '../../src/scripted/index.js';

describe('data with the field names of a text in a file', () => {
  it.each([
    [
      'a getter that throws',
      {
        open: () => undefined,
        sha256: '',
        get marks(): never {
          throw new Error('broken');
        },
      },
    ],
    [
      'a proxy that throws',
      new Proxy(
        {},
        {
          get: () => {
            throw new Error('broken');
          },
        },
      ),
    ],
  ])('is refused as other data is: %s', async (_, value) => {
    const session = await scripted([]).open();
    await expect(session.set('x', value as never)).rejects.toMatchObject({
      code: 'value_rejected',
      message: expect.stringMatching(/^x/) as string,
    });
    await session.close();
  });
});

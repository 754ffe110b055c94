import { describe, expect, it } from 'vitest';

import { loadOnce } from '../src/load-once.js';

describe('loadOnce', () => {
  it('loads nothing before it is asked, and once for all who ask', async () => {
    let loads = 0;
    const part = loadOnce(() => Promise.resolve({ loads: ++loads }));
    expect(loads).toBe(0);
    const [one, other] = await Promise.all([part(), part()]);
    expect(one).toBe(other);
    expect(await part()).toEqual({ loads: 1 });
  });

  it('says what could not be loaded, and tries again when it is asked again', async () => {
    let isThere = false;
    const part = loadOnce(() =>
      isThere ? Promise.resolve('part') : Promise.reject(new Error('404: part.js')),
    );
    await expect(part()).rejects.toMatchObject({
      code: 'module_not_loaded',
      message: expect.stringContaining('404: part.js') as string,
    });
    isThere = true;
    expect(await part()).toBe('part');
  });
});

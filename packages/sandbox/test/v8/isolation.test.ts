import { errorWith } from '@rlm/config/error-with';
import { afterEach, describe, expect, it } from 'vitest';

import { v8 } from '../../src/v8/index.js';
import { bubblewraps } from '../support/bubblewraps.js';
import { describeWhere } from '../support/describe-where.js';

const probe = await v8().probe();
const use = bubblewraps();
const { platform } = process;

afterEach(() => {
  Object.defineProperty(process, 'platform', { value: platform });
});

describe('v8() does not start', () => {
  it.each(['darwin', 'win32'])('on %s', async (name) => {
    Object.defineProperty(process, 'platform', { value: name });
    const message = `v8() does not start: it needs Linux with bubblewrap, and this is ${name}`;
    await expect(v8().open()).rejects.toMatchObject({
      code: 'backend_unavailable',
      message: expect.stringContaining(message) as string,
    });
    expect(await v8().probe()).toMatchObject({
      ok: false,
      hint: expect.stringContaining('quickjs()') as string,
    });
  });

  it.skipIf(process.platform !== 'linux')('without bubblewrap', async () => {
    use('none');
    await expect(v8().open()).rejects.toThrow(
      errorWith({
        code: 'backend_unavailable',
        facts: ['command bwrap', 'PATH', 'install bubblewrap'],
      }),
    );
    const bubblewrap = '/nowhere/bwrap';
    await expect(v8({ bubblewrap }).open()).rejects.toThrow(
      errorWith({ code: 'backend_unavailable', facts: ['/nowhere/bwrap'] }),
    );
  });

  it('if weaker isolation is required than it has, but with what it has', async () => {
    await expect(v8().open({ require: 'wasm' })).rejects.toMatchObject({
      code: 'isolation_unavailable',
    });
  });
});

describeWhere(probe, 'v8() does not start with a bubblewrap', () => {
  it('that fails', async () => {
    use('fails');
    await expect(v8().open()).rejects.toMatchObject({
      code: 'session_lost',
      message: expect.stringContaining('new namespace') as string,
    });
  });

  it('that isolates nothing', async () => {
    use('executes');
    await expect(v8().open()).rejects.toThrow(
      errorWith({ code: 'backend_unavailable', facts: ['bwrap', '(it sees /'] }),
    );
  });

  it('that shows more than it was told to', async () => {
    use('shows /etc');
    await expect(v8().open()).rejects.toThrow(
      errorWith({ code: 'backend_unavailable', facts: ['bwrap', '(it sees /etc'] }),
    );
  });

  it('and starts again when there is a good one', async () => {
    const backend = v8();
    use('none');
    expect((await backend.probe()).ok).toBe(false);
    use('real');
    const session = await backend.open({ require: 'os' });
    expect(backend.isolation).toBe('process+os');
    await session.close();
  });
});

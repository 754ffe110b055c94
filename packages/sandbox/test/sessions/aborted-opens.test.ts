import { eventually } from '@rlm/config/eventually';
import { beforeAll, expect, it } from 'vitest';

import { describeBackends } from '../support/backends.js';
import { descendants } from '../support/process-tree.js';

/** Rounds of the event loop after which an opening is aborted: before, while and after a process comes to stand. */
const moments = [0, 1, 3, 10, 100, 1_000];

await describeBackends(
  'an opening that is aborted',
  (backend) => {
    const children = async (): Promise<number> => (await descendants(process.pid)).length;
    let usual = 0;
    /** What is made once in a machine's life is made already; what stays for the next session stands. */
    beforeAll(async () => {
      await (await backend.open()).close();
      usual = await children();
    });
    const expectNothingLeft = (): Promise<void> =>
      eventually(async () => {
        expect(await children()).toBeLessThanOrEqual(usual);
      });

    it.each(moments)('stops at once, %i rounds on, and leaves nothing', async (rounds) => {
      const controller = new AbortController();
      const reason = new Error('nobody wants it');
      const opening = backend.open({ abortSignal: controller.signal }).catch((error: unknown) => {
        expect(error).toBe(reason);
      });
      for (let round = 0; round < rounds; round += 1) await new Promise(setImmediate);
      controller.abort(reason);
      const session = await opening;
      // One that stood before: a busy machine gives it the time for that in few rounds.
      if (session !== undefined) {
        expect(rounds).toBeGreaterThan(0);
        await expect(session.execute('')).rejects.toMatchObject({ code: 'session_closed' });
      }
      await expectNothingLeft();
    });

    it('costs another that is opened at the same time nothing', async () => {
      const controller = new AbortController();
      const opening = [backend.open({ abortSignal: controller.signal }), backend.open()] as const;
      controller.abort(new Error('nobody wants it'));
      await expect(opening[0]).rejects.toThrow('nobody wants it');
      const session = await opening[1];
      expect((await session.execute('print(6 * 7)')).stdout).toBe('42\n');
      await session.close();
    });

    it('leaves nothing at any moment', async () => {
      for (let round = 0; round < 8; round += 1) {
        const openings = Array.from({ length: 8 }, async (_, place) => {
          const abortSignal = AbortSignal.timeout(1 + ((round * 8 + place) % 24));
          const session = await backend.open({ abortSignal }).catch(() => undefined);
          await session?.close();
        });
        await Promise.all(openings);
      }
      await expectNothingLeft();
    });
  },
  'linux',
);

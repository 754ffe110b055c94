import { readdirSync, readFileSync } from 'node:fs';

import { eventually } from '@rlm/config/eventually';
import { expect, it } from 'vitest';

import { quickjs } from '../../src/quickjs/index.js';
import { describeWhere } from '../support/describe-where.js';

/** Processes of bubblewrap that have started none: one that is being set up, or one that was left in the middle of that. */
function unfinished(): readonly string[] {
  return readdirSync('/proc').filter((pid) => {
    try {
      const status = readFileSync(`/proc/${pid}/status`, 'utf8');
      // One that has ended and waits to be counted by its parent is no process any more.
      if (!/^Name:\tbwrap\nUmask:.*\nState:\t[^ZX]/.test(status)) return false;
      return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8') === '';
    } catch {
      return false;
    }
  });
}

const backend = quickjs();

describeWhere(await backend.probe(), 'starts that are aborted at any moment', () => {
  it('leave no process behind', { timeout: 240_000 }, async () => {
    const before = new Set(unfinished());
    for (let round = 0; round < 40; round++) {
      const starts = Array.from({ length: 8 }, async (_, place) => {
        const abortSignal = AbortSignal.timeout(1 + ((round * 8 + place) % 24));
        const session = await backend.open({ abortSignal }).catch(() => null);
        await session?.close();
      });
      await Promise.all(starts);
    }
    // Among them are those that other tests of this machine set up just now: what stays for ever was left.
    const left = new Set(unfinished().filter((pid) => !before.has(pid)));
    await eventually(() => {
      expect(unfinished().filter((pid) => left.has(pid))).toEqual([]);
    });
  });
});

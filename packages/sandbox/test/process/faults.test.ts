/// <reference path="../../src/inline.d.ts" />
import script from 'inline:./faulty-child.ts';
import { describe, expect, it } from 'vitest';

import type { Child } from '../../src/contract/backend.js';
import { defaultLimits } from '../../src/index.js';
import { Place } from '../../src/process/place.js';
import { bubblewraps } from '../support/bubblewraps.js';
import { hasBubblewrap, linux, needing } from '../support/isolation-suite.js';

const use = bubblewraps();

/** A child that says that it is ready, and then has a fault. */
function spawn(place: Place, where: string, tuning: readonly string[] = []): Child {
  const options = { functions: [], dialects: [], limits: defaultLimits, seed: '' };
  return place.spawn({ ...options, onFrame: () => undefined }, () => ({
    script,
    runtime: { path: process.execPath, isBun: false },
    flags: [],
    tuning,
    readable: [],
    options: { where },
  }));
}

it('options that a Node.js does not know and needs not are left out', async () => {
  const place = new Place({ name: 'tuned', onDiagnostic: () => undefined });
  const child = spawn(place, 'never', ['--no-such-option-of-v8']);
  await expect(child.ready).resolves.toBeUndefined();
  await child.kill();
});

describe.skipIf(!linux).each(['real', 'none'] as const)(
  'a fault of a child (bwrap: %s)',
  (which) => {
    const title = 'ends its process, which says why: %s';
    it.skipIf(which === 'real' && !hasBubblewrap).each(['loop', 'later'])(
      which === 'real' ? needing(title) : title,
      async (where) => {
        use(which);
        const place = new Place({ name: 'faulty', onDiagnostic: () => undefined });
        const child = spawn(place, where);
        await child.ready;
        expect(place.isIsolated).toBe(which === 'real');
        const { kind, reason } = await child.exited;
        expect([kind, reason]).toEqual([
          'crashed',
          expect.stringContaining('was ended by SIGABRT'),
        ]);
        expect(reason).toContain('a fault of its own');
        expect(reason).not.toMatch(/[/\n]/);
      },
    );
  },
);

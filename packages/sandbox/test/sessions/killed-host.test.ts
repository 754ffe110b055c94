import { fileURLToPath } from 'node:url';

import { expect, it } from 'vitest';

import { describeBackends } from '../support/backends.js';
import { bubblewraps } from '../support/bubblewraps.js';
import { startHost } from '../support/killed-host.js';
import { waitUntilGone } from '../support/process-tree.js';

const use = bubblewraps();

await describeBackends(
  'a host that is ended',
  ({ name, language }) => {
    const entry = fileURLToPath(new URL(`../../src/${name}/index.ts`, import.meta.url));
    const plain = name === 'cpython' ? 'unsafeCpython()' : `${name}()`;

    it.each([
      ['sessions', 'real', `${name}()`],
      ['starts', 'real', `${name}()`],
      ['sessions', 'none', plain],
      ['thread', 'real', `${name}()`],
      ['thread', 'none', plain],
    ] as const)('leaves no process (%s, bwrap: %s)', async (kind, which, expression) => {
      use(which);
      const host = await startHost({ entry, expression, language, kind });
      try {
        host.end();
        // Node.js reaps no process of a thread that has gone.
        expect(await waitUntilGone(host.children, [1, host.pid])).toEqual([]);
      } finally {
        await host.remove();
      }
    });
  },
  'linux',
);

import { describe, expect, it } from 'vitest';

import { cpython } from '../../src/cpython/index.js';
import { pyodide } from '../../src/pyodide/index.js';
import { quickjs } from '../../src/quickjs/index.js';
import { bubblewraps, type Hole } from '../support/bubblewraps.js';
import { hasBubblewrap, linux, needing } from '../support/isolation-suite.js';

const use = bubblewraps();

/** What a child says of each hole. */
const found: readonly (readonly [hole: Hole, told: RegExp])[] = [
  ['shows /etc', /it sees \/etc\//],
  ['shows other processes', /it sees other processes/],
  ['lets it write', /it may write to \//],
  ['filters no system call', /its system calls are not filtered/],
  ['runs it as another user', /it runs as user 12345/],
];
const isHere = linux && hasBubblewrap;
const title = needing('that %s is found out by the child, and no session opens that requires it');

describe.skipIf(!isHere).each([
  ['quickjs', quickjs],
  ['pyodide', pyodide],
] as const)('the isolation of %s by a bubblewrap', (_, create) => {
  it.each(found)(title, async (hole, told) => {
    use(hole);
    const backend = create({ onDiagnostic: () => undefined });
    await expect(backend.open({ require: 'os' })).rejects.toMatchObject({
      code: 'isolation_unavailable',
      message: expect.stringMatching(told) as string,
    });
    expect(backend.isolation).toBe('wasm');
  });
});

const native = isHere ? await cpython().probe() : { ok: false };

describe.skipIf(!native.ok)('the isolation of cpython by a bubblewrap', () => {
  // The user is its own, whatever bubblewrap does.
  it.each(found.filter(([hole]) => hole !== 'runs it as another user'))(title, async (hole) => {
    use(hole);
    await expect(cpython().open()).rejects.toMatchObject({
      code: 'backend_unavailable',
      message: expect.stringContaining('(missing: namespaces') as string,
    });
  });
});

import { describe, expect, it } from 'vitest';

import { testSandbox } from '../src/conformance/index.js';
import { unsafeCpython } from '../src/cpython/index.js';
import { backends } from './support/backends.js';

/** The conformance suite on each backend. Where cpython() has no isolation, unsafeCpython() stands for it: the Python is the same. */
for (const create of backends) {
  let backend = create();
  let probe = await backend.probe();
  if (!probe.ok && backend.name === 'cpython') {
    backend = unsafeCpython();
    probe = await backend.probe();
  }
  if (probe.ok) testSandbox({ backend, shareSession: true }, { describe, it, expect });
  else describe.skip(`${backend.name} conforms (skipped: ${probe.reason})`, () => undefined);
}

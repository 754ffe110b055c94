import { describe, expect, it } from 'vitest';

import { testSandbox } from '../../src/conformance/index.js';
import { cpython, unsafeCpython } from '../../src/cpython/index.js';

for (const backend of [cpython(), unsafeCpython()]) {
  const probe = await backend.probe();
  if (probe.ok) testSandbox({ backend }, { describe, it, expect });
  else describe.skip(`${backend.name} conforms (skipped: ${probe.reason})`, () => undefined);
}

import { describe, expect, it } from 'vitest';

import { testSandbox } from '../../src/conformance/index.js';
import { cpython, unsafeCpython } from '../../src/cpython/index.js';

/** Without its walls the engine is the same: one of the two conforms for both. */
const probes = await Promise.all([cpython(), unsafeCpython()].map((backend) => backend.probe()));
const at = probes.findIndex(({ ok }) => ok);
const backend = at === 1 ? unsafeCpython() : cpython();

if (at !== -1) testSandbox({ backend, shareSession: true }, { describe, it, expect });
for (const probe of probes) {
  if (!probe.ok) describe.skip(`conforms (skipped: ${probe.reason})`, () => undefined);
}

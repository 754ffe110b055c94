import { describe, expect, it } from 'vitest';

import { testSandbox } from '../../src/conformance/index.js';
import { cpython, unsafeCpython } from '../../src/cpython/index.js';

/** Where cpython() has no isolation, unsafeCpython() stands for it: the Python is the same. */
let backend = cpython();
if (!(await backend.probe()).ok) backend = unsafeCpython();
const probe = await backend.probe();
if (probe.ok) testSandbox({ backend, shareSession: true }, { describe, it, expect });
else describe.skip(`${backend.name} conforms (skipped: ${probe.reason})`, () => undefined);

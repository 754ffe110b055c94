import { describe, expect, it } from 'vitest';

import { testSandbox } from '../../src/conformance/index.js';
import { v8 } from '../../src/v8/index.js';

const backend = v8();
const probe = await backend.probe();

if (probe.ok) testSandbox({ backend, shareSession: true }, { describe, it, expect });
else describe.skip(`conforms (skipped: ${probe.reason})`, () => undefined);

import { describe, expect, it } from 'vitest';

import { testSandbox } from '../../src/conformance/index.js';
import { v8 } from '../../src/v8/index.js';
import { conformanceSkips } from '../support/conformance-skips.js';

const backend = v8();
const probe = await backend.probe();
const skip = conformanceSkips['v8'] ?? {};

if (probe.ok) testSandbox({ backend, skip, shareSession: true }, { describe, it, expect });
else describe.skip(`conforms (skipped: ${probe.reason})`, () => undefined);

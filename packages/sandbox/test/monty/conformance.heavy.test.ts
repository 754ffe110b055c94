import { describe, expect, it } from 'vitest';

import { testSandbox } from '../../src/conformance/index.js';
import { monty } from '../../src/monty/index.js';
import { conformanceGaps } from './support/conformance-gaps.js';

const backend = monty();
const probe = await backend.probe();

if (probe.ok) testSandbox({ backend, skip: conformanceGaps }, { describe, it, expect });
else describe.skip(`monty conforms (skipped: ${probe.reason})`, () => undefined);

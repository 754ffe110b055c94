import { describe, expect, it } from 'vitest';

import { testSandbox } from '../../src/conformance/index.js';
import { conformanceSkips } from '../support/conformance-skips.js';
import { python } from './support/open-python.js';

const skip = conformanceSkips['pyodide'] ?? {};

// All cases, those of the supervisor too.
testSandbox({ backend: python, skip, shareSession: true }, { describe, expect, it });

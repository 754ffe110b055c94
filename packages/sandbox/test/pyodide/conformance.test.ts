import { beforeAll, describe, expect, it } from 'vitest';

import { testSandbox } from '../../src/conformance/index.js';
import { conformanceSkips } from '../support/conformance-skips.js';
import { openPython, python } from './support/open-python.js';

beforeAll(async () => {
  await (await openPython()).close();
});

const skip = conformanceSkips['pyodide'] ?? {};

testSandbox({ backend: python, skip, shareSession: true }, { describe, expect, it });

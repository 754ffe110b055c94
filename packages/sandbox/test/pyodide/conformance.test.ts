import { beforeAll, describe, expect, it } from 'vitest';

import { testSandbox } from '../../src/conformance/index.js';
import { openPython, python } from './support/open-python.js';

beforeAll(async () => {
  await (await openPython()).close();
}, 120_000);

testSandbox({ backend: python, shareSession: true }, { describe, expect, it });

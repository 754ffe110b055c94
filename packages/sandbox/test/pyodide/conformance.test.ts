import { beforeAll, describe, expect, it } from 'vitest';

import { testSandbox } from '../../src/conformance/index.js';
import { supervisorCases } from '../support/supervisor-cases.js';
import { openPython, python } from './support/open-python.js';

beforeAll(async () => {
  await (await openPython()).close();
});

/** Leaves the cases that the supervisor decides to the conformance of QuickJS, and to `npm run heavy`. */
const itOfGuest = Object.assign(
  (name: string, body: () => Promise<void>) => {
    if (!supervisorCases.has(name)) it(name, body);
  },
  { skip: it.skip },
);

testSandbox({ backend: python, shareSession: true }, { describe, expect, it: itOfGuest });

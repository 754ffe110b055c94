import { describe, expect, it } from 'vitest';

import { testSandbox } from '../../src/conformance/index.js';
import { python } from './support/open-python.js';

testSandbox({ backend: python, shareSession: true }, { describe, expect, it });

import { describe, expect, it } from 'vitest';

import { testSandbox } from '../../src/conformance/index.js';
import { python } from './support/open-python.js';

// All cases, those of the supervisor too.
testSandbox({ backend: python, shareSession: true }, { describe, expect, it });

import { describe, expect, it } from 'vitest';

import { testSandbox } from '../../src/conformance/index.js';
import { quickjs } from '../../src/quickjs/index.js';

testSandbox({ backend: quickjs() }, { describe, expect, it });

import { describe, expect, it } from 'vitest';

import { testSandbox } from '../../src/conformance/index.js';
import { quickjs } from '../../src/quickjs/index.js';
import { conformanceSkips } from '../support/conformance-skips.js';

testSandbox(
  { backend: quickjs(), shareSession: true, skip: conformanceSkips['quickjs'] ?? {} },
  { describe, expect, it },
);

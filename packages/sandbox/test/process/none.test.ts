import { describe, expect, it } from 'vitest';

import { testSandbox } from '../../src/conformance/index.js';
import { quickjs } from '../../src/quickjs/index.js';

// Where no process can be started, engines are workers of the host: the same suite, nothing else.
testSandbox(
  { backend: quickjs({ process: 'none' }), shareSession: true },
  { describe, expect, it },
);

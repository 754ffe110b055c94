import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { testSandbox } from '../../src/conformance/index.js';
import { pyodide } from '../../src/pyodide/index.js';
import { quickjs } from '../../src/quickjs/index.js';

const cacheFolder = join(tmpdir(), `rlm-sandbox-test-${process.getuid?.() ?? 0}`);

// Where no process can be started, engines are workers of the host: the same suite, nothing else.
for (const backend of [
  quickjs({ process: 'none' }),
  pyodide({ process: 'none', cacheFolder }),
  quickjs({ process: 'own' }),
]) {
  testSandbox({ backend, shareSession: true }, { describe, expect, it });
}

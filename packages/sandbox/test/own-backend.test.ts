import { describe, expect, it } from 'vitest';

import { nodeVm } from '../../../examples/own-backend/backend.js';
import { testSandbox } from '../src/conformance/index.js';

// The example of a backend of one's own passes the suite that the page on it hands its readers.
testSandbox({ backend: nodeVm() }, { describe, it, expect });

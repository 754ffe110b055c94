import { describe } from 'vitest';

import { apart, testDyingProcess } from '../support/dying-processes.js';
import { sessionsOfFile } from '../support/open-sessions.js';

const openOn = sessionsOfFile();

describe.skipIf(process.platform !== 'linux')('a process of Pyodide that dies', () => {
  testDyingProcess(apart.pyodide(), openOn);
});

import { describe } from 'vitest';

import { pyodide } from '../../src/pyodide/index.js';
import { testDyingChildren } from '../support/dying-children.js';
import { sessionsOfFile } from '../support/open-sessions.js';

const openOn = sessionsOfFile();

describe.skipIf(process.platform !== 'linux')('a child of Pyodide that is killed', () => {
  testDyingChildren(pyodide({ process: 'own' }), openOn);
});

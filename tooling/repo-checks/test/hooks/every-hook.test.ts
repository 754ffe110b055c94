import { describe, expect, it } from 'vitest';

import { findHooks } from './find-hooks.js';
import { engineRows } from './rows-engine.js';
import { journalRows } from './rows-journal.js';
import { kernelRows } from './rows-kernel.js';
import { mcpRows } from './rows-mcp.js';
import { policyRows } from './rows-policies.js';
import { runnerRows } from './rows-runner.js';
import { sandboxRows } from './rows-sandbox.js';

describe('the hooks of the public entries', () => {
  it('each have a row in the tables of what goes wrong with them, or a reason why not', () => {
    const rows = Object.keys({
      ...policyRows,
      ...engineRows,
      ...journalRows,
      ...kernelRows,
      ...mcpRows,
      ...runnerRows,
      ...sandboxRows,
    });
    expect(findHooks()).toEqual(rows.sort((one, other) => one.localeCompare(other)));
  });
});

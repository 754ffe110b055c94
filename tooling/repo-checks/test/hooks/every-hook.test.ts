import { describe, expect, it } from 'vitest';

import { findHooks } from './find-hooks.js';
import { engineRows } from './rows-engine.js';
import { enginesRows } from './rows-engines.js';
import { filesRows } from './rows-files.js';
import { journalRows } from './rows-journal.js';
import { kernelRows } from './rows-kernel.js';
import { mcpRows } from './rows-mcp.js';
import { policyRows } from './rows-policies.js';
import { runnerRows } from './rows-runner.js';
import { sandboxRows } from './rows-sandbox.js';
import { sequenceRows } from './rows-sequences.js';
import { uiRows } from './rows-ui.js';
import { read } from '../workspace.js';

describe('the hooks of the public entries', () => {
  it('each have a row in the tables of what goes wrong with them, or a reason why not', () => {
    const rows = Object.keys({
      ...policyRows,
      ...engineRows,
      ...enginesRows,
      ...filesRows,
      ...journalRows,
      ...kernelRows,
      ...mcpRows,
      ...runnerRows,
      ...sandboxRows,
      ...sequenceRows,
      ...uiRows,
    });
    expect(findHooks()).toEqual(rows.sort((one, other) => one.localeCompare(other)));
  });

  it('are all that there are: the playground has no entry by which a caller could pass code', () => {
    const manifest = JSON.parse(read('apps/playground/package.json')) as object;
    for (const entry of ['exports', 'main', 'module', 'types']) {
      expect(manifest).not.toHaveProperty([entry]);
    }
  });
});

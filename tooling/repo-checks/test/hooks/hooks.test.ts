import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { expected, faults, nextTurn, see, type Hook, type Row } from './row.js';
import { engineRows } from './rows-engine.js';
import { enginesRows } from './rows-engines.js';
import { journalRows } from './rows-journal.js';
import { kernelRows } from './rows-kernel.js';
import { mcpRows } from './rows-mcp.js';
import { policyRows } from './rows-policies.js';
import { runnerRows } from './rows-runner.js';
import { sandboxRows } from './rows-sandbox.js';
import { sequenceRows } from './rows-sequences.js';
import { uiRows } from './rows-ui.js';
import { pace } from './runs.js';

const unhandled: unknown[] = [];
const note = (fault: unknown): void => void unhandled.push(fault);

beforeEach(() => {
  unhandled.length = 0;
  process.on('unhandledRejection', note);
  process.on('uncaughtExceptionMonitor', note);
});

afterEach(() => {
  process.off('unhandledRejection', note);
  process.off('uncaughtExceptionMonitor', note);
});

const rows = Object.entries({
  ...policyRows,
  ...engineRows,
  ...enginesRows,
  ...journalRows,
  ...kernelRows,
  ...mcpRows,
  ...runnerRows,
  ...sandboxRows,
  ...sequenceRows,
  ...uiRows,
}).filter((entry): entry is [string, Row] => typeof entry[1] !== 'string');

describe.each(rows)('a hook %s', (_, row) => {
  it.each(Object.entries(faults))(
    'that %s ends neither the process nor silently',
    async (fault, hook) => {
      // What is refused at once needs no limit, which a busy machine would reach first.
      pace.isSilent = fault.includes('settles');
      pace.isShort = fault.includes('settles') && row.answer !== 'now';
      const seen = await see(() => row.run(hook as Hook));
      await nextTurn();
      expect(unhandled).toEqual([]);
      expect(seen).toMatch(expected(row, fault));
    },
  );
});

import { JournalError } from '@rlm/journal';
import { JournalDivergenceError } from '@rlm/kernel';
import { describe, expect, it } from 'vitest';

import { explainFault, isJournalFault } from '../../src/runs/explain.js';
import { openRuns } from '../../src/runs/runs.js';

const runId = 'r1';
const run = { runs: openRuns('kept'), runId };
const mismatch = (...differs: readonly string[]): JournalError =>
  new JournalError('journal_mismatch', 'differs', { runId, differs });

describe('explainFault', () => {
  it.each([
    [
      new JournalError('journal_locked', 'locked', { runId, pid: 7, host: 'vm', since: 0 }),
      'under way in process 7 on vm, since 1970-01-01T00:00:00.000Z. Wait until it ends, or take it over: rlm resume r1 --runs kept --take-over',
    ],
    [mismatch('backend'), 'its code ran in another version of the sandbox'],
    [
      mismatch('options'),
      '(options). Ask again, or keep the earlier steps: rlm fork r1 --at <step> --runs kept',
    ],
    [
      new JournalDivergenceError('it asks otherwise', {
        path: '',
        step: 3,
        recorded: 'key',
        requested: [],
      }),
      'in step 3: it was started with other data, or by another version of rlm. Ask again, or keep the earlier steps: rlm fork r1 --at 3 --runs kept',
    ],
    [
      new JournalError('journal_fenced', 'fenced', { runId, epoch: 2 }),
      'another process took over the run r1',
    ],
    [
      new JournalError('journal_write_failed', 'failed', { runId }, new Error('ENOSPC: disk full')),
      'could not be written in kept: ENOSPC: disk full. What was written before is kept. After you fix the cause: rlm resume r1 --runs kept',
    ],
    [
      new JournalError('journal_corrupt', 'line 3 is bad', { runId, line: 3 }),
      'line 3 is bad (rlm runs remove r1 --runs kept)',
    ],
  ])('says of %s what to do', (fault, told) => {
    expect(isJournalFault(fault)).toBe(true);
    expect(explainFault(fault, run)).toContain(told);
  });

  it('leaves other faults to others', () => {
    expect(isJournalFault(new Error('no'))).toBe(false);
    expect(explainFault(new Error('no'), run)).toBeUndefined();
  });
});

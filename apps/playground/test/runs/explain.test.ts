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
      /\b7 on vm, .*1970-01-01T00:00:00\.000Z.*: rlm resume r1 --runs kept --take-over$/,
    ],
    [mismatch('backend'), /\bof the sandbox\b/],
    [mismatch('version'), /^differs$/],
    [mismatch('options'), /\(options\)\..*: rlm fork r1 --at <step> --runs kept$/],
    [
      new JournalDivergenceError('it asks otherwise', {
        path: '',
        step: 3,
        recorded: 'key',
        requested: [],
      }),
      /\bstep 3: .*: rlm fork r1 --at 3 --runs kept$/,
    ],
    [
      new JournalError('journal_fenced', 'fenced', { runId, epoch: 2 }),
      /\banother process .*\brun r1\b/,
    ],
    [
      new JournalError('journal_write_failed', 'failed', { runId }, new Error('ENOSPC: disk full')),
      / kept: ENOSPC: disk .*: rlm resume r1 --runs kept$/,
    ],
    [
      new JournalError('journal_corrupt', 'line 3 is bad', { runId, line: 3 }),
      / bad .*rlm runs remove r1 --runs kept/,
    ],
  ])('says of %s what to do', (fault, told) => {
    expect(isJournalFault(fault)).toBe(true);
    expect(explainFault(fault, run)).toMatch(told);
  });

  it('leaves other faults to others', () => {
    expect(isJournalFault(new Error('no'))).toBe(false);
    expect(explainFault(new Error('no'), run)).toBeUndefined();
  });
});

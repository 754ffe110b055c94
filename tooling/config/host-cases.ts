import { expect, it } from 'vitest';

import { type HostFigures, type HostTask, measureHost, promisedLimits } from './measure-host.js';

/** Something that may harm the process that runs it. */
export interface HostCase {
  readonly name: string;
  /** The limit of its guest, in bytes. */
  readonly memoryBytes: number;
  /** How many sessions that are processes it has open at once: 1 by default. */
  readonly sessions?: number;
  readonly run: HostTask;
}

/** Makes tests of cases. */
export type TestCases = (cases: readonly HostCase[]) => void;

const named = (cases: readonly HostCase[]) => cases.map((each) => [each.name, each] as const);

/** Tests how each case ends, and measures nothing. */
export const testCases: TestCases = (cases) => {
  it.each(named(cases))('%s', { timeout: 600_000 }, (_name, { run }) =>
    run((_limitMs, call) => call()),
  );
};

const promises: Readonly<Record<keyof HostFigures, string>> = {
  busyMs: 'keep the thread of the host busy for 100 ms in one piece at most (promise 2)',
  grownBytes:
    'grow host and children by 2 x memoryBytes + 256 MB, and 80 MB for each further session, at most (promise 3)',
  keptBytes: 'keep 16 MB after their session is closed at most (promise 3)',
  lateMs: 'outlive a time-out or an abort by 1 s at most (promise 4)',
};

/** Tests how each case ends, and then that all of them keep what docs/security.md promises. For heavy tests. */
export const testPromises: TestCases = (cases) => {
  const measured: {
    readonly name: string;
    readonly figures: HostFigures;
    readonly limits: HostFigures;
  }[] = [];
  it.each(named(cases))('%s', async (name, { memoryBytes, sessions, run }) => {
    const limits = promisedLimits(memoryBytes, sessions);
    measured.push({ name, limits, figures: await measureHost(limits, run) });
  });

  const figures = Object.keys(promises) as (keyof HostFigures)[];
  it.each(figures.map((figure) => [promises[figure], figure] as const))('%s', (_title, figure) => {
    expect(measured).toHaveLength(cases.length);
    const broken = measured.filter(({ figures, limits }) => figures[figure] > limits[figure]);
    expect(broken.map(({ name, figures }) => `${name}: ${figures[figure]}`)).toEqual([]);
  });
};

import { execFile } from 'node:child_process';
import { mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { describe, expect, it } from 'vitest';

import { countTests } from '../../scripts/count-tests.mjs';
import { showProgress } from '../../scripts/progress.mjs';
import { failedFiles, passAlone } from '../../scripts/run-again.mjs';
import { createVerdicts, readTurboLine } from '../../scripts/run-tasks.mjs';

/** A report as vitest's JSON reporter writes it, of one file. */
function reportOf(assertionResults: object[], file: object = {}): never {
  return {
    testResults: [{ name: 'a.test.ts', status: 'passed', message: '', assertionResults, ...file }],
  } as never;
}

describe('countTests', () => {
  it('takes the reason of a skip from the title, or from what the test gave to skip()', () => {
    const report = reportOf([
      { status: 'passed', fullName: 'walls hold' },
      { status: 'skipped', fullName: 'walls (skipped: there is no command bwrap) hold' },
      {
        status: 'skipped',
        fullName: 'walls hold twice',
        meta: { skipReason: 'no user namespace' },
      },
      { status: 'pending', fullName: 'walls hold still (skipped: no python3)', meta: {} },
      { status: 'skipped', fullName: 'time (skipped: no clock (it is pinned)) is told: f(1)' },
    ]);
    expect(countTests(report)).toEqual({
      passed: 1,
      failures: [],
      skips: [
        'there is no command bwrap',
        'no user namespace',
        'no python3',
        'no clock (it is pinned)',
      ],
    });
  });

  it.each([
    ['no reason at all', { fullName: 'walls hold' }],
    ['a blank reason in the title', { fullName: 'walls hold (skipped: )' }],
    ['a blank reason given to skip()', { fullName: 'walls hold', meta: { skipReason: ' ' } }],
  ])('counts a skip with %s as a failure', (_, test) => {
    const { failures, skips } = countTests(reportOf([{ status: 'skipped', meta: {}, ...test }]));
    expect(failures).toEqual([`skipped without a reason: ${test.fullName}`]);
    expect(skips).toEqual([]);
  });

  it('counts a file that failed outside of its tests', () => {
    const broken = { status: 'failed', message: 'Cannot find module' };
    expect(countTests(reportOf([], broken)).failures).toEqual(['a.test.ts: Cannot find module']);
    const passed = [{ status: 'passed', fullName: 'one' }];
    expect(countTests(reportOf(passed, broken))).toMatchObject({
      passed: 1,
      failures: ['a.test.ts: Cannot find module'],
    });
    const failed = [{ status: 'failed', fullName: 'one' }];
    expect(countTests(reportOf(failed, broken)).failures).toEqual(['one']);
  });

  it('says where and why a test failed, in some lines', () => {
    const message = [
      '\u001B[31mAssertionError: expected 1 to be 2\u001B[39m',
      ...Array.from({ length: 30 }, () => 'x'.repeat(1_000)),
      '    at check (/one/src/check.ts:1:1)',
      '    at /one/test/one.test.ts:7:5',
    ].join('\n');
    const failed = { status: 'failed', fullName: 'one', duration: 7.4, failureMessages: [message] };
    expect(countTests(reportOf([failed])).failures).toEqual([
      [
        'one (7 ms)',
        '    AssertionError: expected 1 to be 2',
        ...Array.from({ length: 11 }, () => `    ${'x'.repeat(300)}`),
        '        at /one/test/one.test.ts:7:5',
      ].join('\n'),
    ]);
  });

  it('reads what a test gave to skip() from a report of a real run', async () => {
    const folder = fileURLToPath(new URL('../reports/skipped-run/', import.meta.url));
    await mkdir(`${folder}test`, { recursive: true });
    await writeFile(
      `${folder}test/one.test.ts`,
      `import { it } from 'vitest';
      it('walls hold', async ({ skip }) => { await null; skip('no bubblewrap'); });
      it('walls hold twice', ({ skip }) => { skip(); });`,
    );
    await writeFile(
      `${folder}vitest.config.js`,
      `import { definePackageTests } from '@rlm/config/vitest';
      export default definePackageTests('skipped-run');`,
    );
    const command = fileURLToPath(new URL('../node_modules/.bin/vitest', import.meta.url));
    await promisify(execFile)(command, ['run'], { cwd: folder });
    const report = JSON.parse(await readFile(`${folder}reports/vitest.json`, 'utf8')) as never;
    await rm(folder, { recursive: true });
    expect(countTests(report)).toEqual({
      passed: 0,
      failures: ['skipped without a reason: walls hold twice'],
      skips: ['no bubblewrap'],
    });
  });
});

describe('passAlone', () => {
  const folder = fileURLToPath(new URL('../reports/unsteady-run/', import.meta.url));
  const command = fileURLToPath(new URL('../node_modules/.bin', import.meta.url));
  const report = `${folder}reports/vitest.json`;

  /** A test that fails as long as a counter is below `passesAt`. */
  async function firstRun(passesAt: number) {
    await rm(folder, { recursive: true, force: true });
    await mkdir(`${folder}test`, { recursive: true });
    await mkdir(`${folder}node_modules`);
    await symlink(command, `${folder}node_modules/.bin`);
    await writeFile(
      `${folder}test/one.test.ts`,
      `import { appendFileSync, readFileSync } from 'node:fs';
      import { expect, it } from 'vitest';
      it('passes later', () => {
        appendFileSync('runs', '.');
        expect(readFileSync('runs', 'utf8').length).toBeGreaterThanOrEqual(${passesAt});
      });`,
    );
    await writeFile(
      `${folder}test/two.test.ts`,
      `import { expect, it } from 'vitest';
      it('passes', () => { expect(1).toBe(1); });`,
    );
    await writeFile(
      `${folder}vitest.config.js`,
      `import { definePackageTests } from '@rlm/config/vitest';
      export default definePackageTests('unsteady-run');`,
    );
    const run = promisify(execFile)(`${command}/vitest`, ['run'], { cwd: folder });
    await expect(run).rejects.toThrow('Command failed');
    return JSON.parse(await readFile(report, 'utf8')) as never;
  }

  it.each([
    ['passes', 2, true],
    ['fails again', 3, false],
  ])('says of a test file that %s what it did the second time', async (_, passesAt, expected) => {
    const first = await firstRun(passesAt);
    const files = failedFiles(first);
    expect(files).toEqual([`${folder}test/one.test.ts`]);
    expect(passAlone(report, files)).toBe(expected);
    expect(JSON.parse(await readFile(report, 'utf8'))).toEqual(first);
    await rm(folder, { recursive: true });
  });
});

describe('readTurboLine', () => {
  it.each([
    ['@rlm/runner:test: cache miss, executing 27347dae9678b7a2', '@rlm/runner#test', 'done'],
    ['@rlm/runner:pack:check: cache bypass, force executing 1f', '@rlm/runner#pack:check', 'done'],
    ['@rlm/runner:build: cache hit, suppressing logs 1f987ad2b', '@rlm/runner#build', 'cached'],
    [
      '@rlm/runner#build:  WARNING  command finished with error, but continuing...',
      '@rlm/runner#build',
      'failed',
    ],
  ])('reads %j', (line, id, event) => {
    expect(readTurboLine(line)).toEqual({ id, event });
  });

  it.each([
    '',
    '   • turbo 2.11.11',
    ' Tasks:    3 successful, 4 total',
    'Failed:    @rlm/a#build',
  ])('says nothing of %j', (line) => {
    expect(readTurboLine(line)).toBeNull();
  });
});

describe('createVerdicts', () => {
  const told: string[] = [];
  const verdicts = () => createVerdicts((id, event) => told.push(`${id} ${event}`), 60_000);

  it.each<[string, readonly ('done' | 'failed' | 'cached')[], string]>([
    ['failed, where that is said last', ['done', 'failed'], 'a failed'],
    ['failed, where that is said first', ['failed', 'done'], 'a failed'],
    ['done', ['done'], 'a done'],
    ['cached', ['cached'], 'a cached'],
  ])('tells once that a task is %s', (_, events, expected) => {
    told.length = 0;
    const each = verdicts();
    for (const event of events) each.take('a', event);
    each.close();
    expect(told).toEqual([expected]);
  });
});

describe('showProgress', () => {
  function shown(isTTY: boolean) {
    let written = '';
    let time = 0;
    const out = { isTTY, columns: 40, write: (text: string) => (written += text) };
    const progress = showProgress(
      12,
      () => ['@rlm/sandbox test', '@rlm/runner lint'],
      out,
      () => time,
    );
    return {
      progress,
      after: (ms: number) => {
        time += ms;
        progress.tick();
      },
      take: () => {
        const text = written;
        written = '';
        return text;
      },
    };
  }

  it('gives a pipe a line for each task, and one when it is long silent', () => {
    const { progress, after, take } = shown(false);
    after(5_000);
    expect(take()).toBe('');
    progress.ended('@rlm/runner build', 'done');
    expect(take()).toBe('[ 1/12] 0:05  @rlm/runner build: done\n');
    after(29_000);
    expect(take()).toBe('');
    after(31_000);
    expect(take()).toBe('[ 1/12] 1:05  under way: @rlm/sandbox test, @rlm/runner lint\n');
    progress.close();
    expect(take()).toBe('');
  });

  it('gives a terminal one line that fits and changes', () => {
    const { progress, after, take } = shown(true);
    after(61_000);
    expect(take()).toBe('\r\u001B[K[ 0/12] 1:01  @rlm/sandbox test, @rlm/r');
    progress.ended('@rlm/runner build', 'done');
    expect(take()).toBe('');
    progress.print('@rlm/runner lint failed');
    expect(take()).toBe('\r\u001B[K@rlm/runner lint failed\n');
    progress.close();
    expect(take()).toBe('\r\u001B[K');
  });
});

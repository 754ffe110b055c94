import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';

import { afterEach, describe, expect, it } from 'vitest';

import { countRun } from '../../scripts/count-run.mjs';
import { root } from './workspace.js';

/** What the only package of a workspace does, in Node.js, when turbo runs a task of it. */
interface Tasks {
  readonly lint?: string;
  readonly test?: string;
}

const workspace = mkdtempSync(join(tmpdir(), 'rlm-npm-test-'));
const folder = join(workspace, 'packages/one');
const write = (path: string, value: unknown): void => {
  writeFileSync(join(workspace, path), typeof value === 'string' ? value : JSON.stringify(value));
};

/** The end of a task that fails. */
const fails = `console.log('it is broken'); process.exitCode = 1;`;

/** Writes a report as vitest does, of one file. */
const reports = (...tests: object[]): string => {
  const file = { name: 'a.test.ts', status: 'passed', message: '', assertionResults: tests };
  return `require('node:fs').writeFileSync('reports/vitest.json', ${JSON.stringify(JSON.stringify({ testResults: [file] }))});`;
};
const passes = { status: 'passed', fullName: 'walls hold' };
const breaks = {
  status: 'failed',
  fullName: 'walls stand',
  failureMessages: ['Error: they fell\n  at x.ts'],
};

/** Runs what `npm test` runs, with turbo, in a workspace of one package, and gives what it prints at its end. */
function npmTest(tasks: Tasks, run = ['lint', 'test']): { code: number | null; end: string } {
  for (const group of ['apps', 'tooling', 'packages/one/reports']) {
    mkdirSync(join(workspace, group), { recursive: true });
  }
  write('package.json', { name: 'all', packageManager: 'pnpm@12.21.0' });
  write('pnpm-workspace.yaml', 'packages: [packages/*]\npmOnFail: ignore\n');
  write('turbo.json', { tasks: { lint: {}, test: {} } });
  const scripts: Record<string, string> = {};
  for (const [name, source] of Object.entries(tasks)) {
    scripts[name] = `node ${name}.cjs`;
    write(`packages/one/${name}.cjs`, source);
  }
  write('packages/one/package.json', { name: 'one', scripts });
  const PATH = [join(root, 'node_modules/.bin'), process.env['PATH']].join(delimiter);
  const { status, stdout } = spawnSync(
    process.execPath,
    [join(root, 'tooling/scripts/test.mjs'), ...run],
    {
      cwd: workspace,
      env: { ...process.env, PATH, TURBO_TELEMETRY_DISABLED: '1' },
      encoding: 'utf8',
    },
  );
  const end = /\n(?:Skipped|Unsteady|Failed|Every check)[^]*/.exec(stdout)?.[0] ?? stdout;
  return { code: status, end: end.trim().replace(/Every check took \d+ s\./, '') };
}

afterEach(() => {
  rmSync(workspace, { recursive: true });
});

describe('npm test', () => {
  it('counts tests and other tasks, and says why tests were skipped', () => {
    const skipped = [
      { status: 'skipped', fullName: 'walls (skipped: no bwrap (it is not installed)) hold f(1)' },
      { status: 'pending', fullName: 'walls hold twice', meta: { skipReason: 'no namespace' } },
    ];
    expect(npmTest({ lint: '', test: reports(passes, ...skipped) })).toEqual({
      code: 0,
      end: `Skipped:
  1 x one: no bwrap (it is not installed)
  1 x one: no namespace


2 passed, 0 failed, 2 skipped`,
    });
  });

  it.each([
    ['no reason', { fullName: 'walls hold' }],
    ['a blank reason', { fullName: 'walls hold', meta: { skipReason: ' ' } }],
  ])('counts a skip with %s as failed', (_, test) => {
    const { code, end } = npmTest({ test: reports(passes, { status: 'skipped', ...test }) });
    expect(code).toBe(1);
    expect(end).toContain('one: skipped without a reason: walls hold');
    expect(end).toMatch(/\n1 passed, 1 failed, 0 skipped$/);
  });

  it('counts a failed task without tests, and shows the end of its log', () => {
    const { code, end } = npmTest({ lint: fails, test: reports(passes) });
    expect(code).toBe(1);
    expect(end).toMatch(/Failed:\n {2}one#lint failed\n[^]*it is broken\n/);
    expect(end).toMatch(/\n1 passed, 1 failed, 0 skipped$/);
  });

  it('says of a failed test how its message begins', () => {
    const { code, end } = npmTest({ test: `${reports(passes, breaks)}${fails}` });
    expect(code).toBe(1);
    expect(end).toContain('Failed:\n  one: walls stand\n      Error: they fell\n');
    expect(end).toMatch(/\n1 passed, 1 failed, 0 skipped$/);
  });

  it('counts a task that failed, though each test of its report passed', () => {
    const { code, end } = npmTest({ test: `${reports(passes)}${fails}` });
    expect(code).toBe(1);
    expect(end).toContain('one: failed outside of its tests');
    expect(end).toMatch(/\n1 passed, 1 failed, 0 skipped$/);
  });

  it('says of a worker that crashed what it did not end, and what it printed', () => {
    const unfinished = { status: 'pending', fullName: 'walls hold on' };
    const { code, end } = npmTest({ test: `${reports(passes, unfinished)}${fails}` });
    expect(code).toBe(1);
    expect(end).toContain('one: skipped without a reason: walls hold on');
    expect(end).toMatch(/one: failed outside of its tests\n[^]*it is broken\n/);
    expect(end).toMatch(/\n1 passed, 2 failed, 0 skipped$/);
  });

  it.each([
    ['is not there', ''],
    ['is half written', `require('node:fs').writeFileSync('reports/vitest.json', '{"testRes');`],
  ])('counts a test task as failed if its report %s', (_, test) => {
    const { code, end } = npmTest({ lint: '', test });
    expect(code).toBe(1);
    expect(end).toContain('one#test wrote no report');
    expect(end).toMatch(/\n1 passed, 1 failed, 0 skipped$/);
  });

  it('does not count the report that an earlier run left behind', () => {
    mkdirSync(join(folder, 'reports'), { recursive: true });
    write('packages/one/reports/vitest.json', { testResults: [{ assertionResults: [passes] }] });
    const { code, end } = npmTest({ test: fails });
    expect(code).toBe(1);
    expect(end).toContain('one#test wrote no report');
    expect(end).toMatch(/\n0 passed, 1 failed, 0 skipped$/);
  });

  it('runs a few failed tests again, and lists those that pass then', () => {
    const later = `if (require('node:fs').existsSync('ran')) { ${reports(passes)} }
      else { require('node:fs').writeFileSync('ran', ''); ${reports(breaks)}${fails} }`;
    const { code, end } = npmTest({ test: later });
    expect(code).toBe(0);
    expect(end).toMatch(/^Unsteady .*\n {2}one: walls stand\n/);
    expect(end).toMatch(/\n1 passed, 0 failed, 0 skipped$/);
  });

  it('forgives nothing if more than three tests fail', () => {
    const four = [1, 2, 3, 4].map((count) => ({ ...breaks, fullName: `walls stand ${count}` }));
    const later = `if (require('node:fs').existsSync('ran')) { ${reports(passes)} }
      else { require('node:fs').writeFileSync('ran', ''); ${reports(...four)}${fails} }`;
    expect(npmTest({ test: later })).toMatchObject({
      code: 1,
      end: expect.stringMatching(/\n0 passed, 4 failed, 0 skipped$/) as string,
    });
  });

  it('never ends with 0 failed if turbo does not run', () => {
    const { code, end } = npmTest({}, ['nothing']);
    expect(code).toBe(1);
    expect(end).toContain('turbo ended with 1; tasks that did not end: 0');
  });

  it('counts a turbo that was stopped on the way, though nothing failed', () => {
    mkdirSync(join(workspace, '.turbo/runs'), { recursive: true });
    write('.turbo/runs/1.json', {
      execution: { attempted: 3, success: 1, cached: 1, failed: 0 },
      tasks: [],
    });
    expect(countRun(workspace, 0)).toMatchObject([
      { failures: ['turbo ended with 0; tasks that did not end: 1'] },
    ]);
  });
});

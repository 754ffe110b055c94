import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { build } from 'esbuild';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { root } from './workspace.js';

/** Makes as many runs of as many turns as it is told, after some that load and make everything once. */
const program = `
import { runRlm } from '@rlm/runner';
import { scripted } from '@rlm/sandbox/scripted';

const sandbox = scripted(['1'], { repeatLast: true });
async function run(turns) {
  let turn = 0;
  const model = () => (++turn < turns ? '\`\`\`repl\\nprint(1)\\n\`\`\`' : 'FINAL(done)');
  await runRlm({ model, sandbox, maxSteps: turns, query: 'q', context: 'text' }).result;
}
const [runs, turns] = process.argv.slice(2).map(Number);
for (let count = 0; count < 40; count += 1) await run(2);
for (let count = 0; count < runs; count += 1) await run(turns);
`;

const folder = mkdtempSync(join(tmpdir(), 'rlm-hidden-classes-'));
const script = join(folder, 'program.mjs');

beforeAll(async () => {
  await build({
    stdin: { contents: program, resolveDir: join(root, 'tooling/repo-checks') },
    bundle: true,
    outfile: script,
    format: 'esm',
    platform: 'node',
    target: 'es2022',
    logLevel: 'error',
  });
});

afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** The hidden classes that V8 makes for a program of so many runs and turns: the property that each adds. */
async function classesOf(runs: number, turns: number): Promise<readonly string[]> {
  const counts = [String(runs), String(turns)];
  const log = join(folder, `${counts.join('-')}.log`);
  const flags = ['--log-maps', `--logfile=${log}`, '--no-logfile-per-isolate'];
  await promisify(execFile)(process.execPath, [...flags, script, ...counts]);
  const lines = readFileSync(log, 'utf8').split('\n');
  return lines.flatMap((line) => (line.startsWith('map,') ? [line.split(',').at(-1) ?? ''] : []));
}

const count = (names: readonly string[], name: string): number =>
  names.filter((each) => each === name).length;

// `{ ...one, two }` makes one each time, and so does `get two()` in a literal: docs/performance.md.
const often = (before: readonly string[], after: readonly string[], times: number): string => {
  const names = [...new Set(after)].filter(
    (name) => count(after, name) - count(before, name) >= times,
  );
  return `properties: ${names.join(', ')}`;
};

/** The most that one turn may add: three for each of the two abort signals that Node.js makes. */
const mostOfTurn = 7;

it('makes objects of the same hidden classes in every turn', async () => {
  const [few, more] = [20, 120];
  const before = await classesOf(1, few);
  const after = await classesOf(1, more);
  const perTurn = (after.length - before.length) / (more - few);
  expect(perTurn, often(before, after, more - few)).toBeLessThanOrEqual(mostOfTurn);
});

/** The most that one run of one turn may add: 24 for its eight abort signals, and some in objects that are made once. */
const mostOfRun = 47;

it('makes objects of the same hidden classes in every run', async () => {
  const [few, more] = [50, 150];
  const before = await classesOf(few, 1);
  const after = await classesOf(more, 1);
  const perRun = (after.length - before.length) / (more - few);
  expect(perRun, often(before, after, more - few)).toBeLessThanOrEqual(mostOfRun);
});

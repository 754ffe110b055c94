import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { build } from 'esbuild';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { root } from './workspace.js';

/** Takes as many turns as it is told, after some that load and make everything once. */
const program = `
import { runRlm } from '@rlm/runner';
import { scripted } from '@rlm/sandbox/scripted';

const sandbox = scripted(['1'], { repeatLast: true });
for (const turns of [40, Number(process.argv[2])]) {
  const model = () => '\`\`\`repl\\nprint(1)\\n\`\`\`';
  await runRlm({ model, sandbox, maxSteps: turns, query: 'q', context: 'text' }).result;
}
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

/** The hidden classes that V8 makes for a program of so many turns: the property that each adds. */
async function classesOf(turns: number): Promise<readonly string[]> {
  const log = join(folder, `${String(turns)}.log`);
  const flags = ['--log-maps', `--logfile=${log}`, '--no-logfile-per-isolate'];
  await promisify(execFile)(process.execPath, [...flags, script, String(turns)]);
  const lines = readFileSync(log, 'utf8').split('\n');
  return lines.flatMap((line) => (line.startsWith('map,') ? [line.split(',').at(-1) ?? ''] : []));
}

const count = (names: readonly string[], name: string): number =>
  names.filter((each) => each === name).length;

/** The most that one turn may add: three for the abort signal that Node.js makes. */
const most = 4;

it('makes objects of the same hidden classes in every turn', async () => {
  const [few, more] = [20, 120];
  const before = await classesOf(few);
  const after = await classesOf(more);
  const perTurn = (after.length - before.length) / (more - few);
  // `{ ...one, two }` makes one in each turn, and so does `get two()` in a literal: docs/performance.md.
  const often = [...new Set(after)].filter(
    (name) => count(after, name) - count(before, name) >= more - few,
  );
  expect(perTurn, `properties: ${often.join(', ')}`).toBeLessThanOrEqual(most);
});

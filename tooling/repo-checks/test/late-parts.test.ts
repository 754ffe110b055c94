import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { read, root, sourcesOf } from './workspace.js';

/** A program that runs `replies` with these options, and prints what came of it. */
const program = `
import { runRlm } from '@rlm/runner';
import { scripted } from '@rlm/sandbox/scripted';

const { replies, options } = JSON.parse(process.argv[2]);
const sandbox = scripted([
  { variables: { x: 6 }, stdout: '6' },
  { final: { type: 'direct', answer: 42 } },
]);
const query = 'What is six times seven?';
const run = runRlm({ model: () => replies.shift(), sandbox, query, ...options });
const { answer, finishReason, stop, diagnostics } = await run.result;
const { code, message } = stop?.error ?? {};
const told = diagnostics.map(({ code }) => code);
process.stdout.write(JSON.stringify({ answer, finishReason, code, message, told }));
`;

const folder = mkdtempSync(join(tmpdir(), 'rlm-late-parts-'));

beforeAll(async () => {
  const { metafile } = await build({
    stdin: { contents: program, resolveDir: join(root, 'tooling/repo-checks') },
    bundle: true,
    splitting: true,
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    absWorkingDir: folder,
    metafile: true,
    format: 'esm',
    platform: 'node',
    target: 'es2022',
    logLevel: 'error',
  });
  const loaded = new Set(['stdin.mjs']);
  for (const path of loaded) {
    for (const { path: imported, kind } of metafile.outputs[path]?.imports ?? []) {
      if (kind === 'import-statement') loaded.add(imported);
    }
  }
  for (const file of readdirSync(folder)) if (!loaded.has(file)) rmSync(join(folder, file));
});

afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** What a run of these replies comes to if only the files are there that the program loads at its start. */
async function resultOf(replies: readonly string[], options: object = {}): Promise<unknown> {
  const { stdout } = await promisify(execFile)(process.execPath, [
    join(folder, 'stdin.mjs'),
    JSON.stringify({ replies, options }),
  ]);
  return JSON.parse(stdout);
}

const block = (code: string): string => `\`\`\`repl\n${code}\n\`\`\``;

describe('the parts of a run that are loaded later', () => {
  it('are not needed by runs whose code ends with FINAL', async () => {
    expect(await resultOf([block('x = 6'), block('FINAL(6 * 7)')])).toMatchObject({
      answer: '42',
      finishReason: 'final',
    });
  });

  it('take no answer from a run if what reads a stated confidence is missing', async () => {
    const sure = `Confidence: 0.9\n\n${block('FINAL(6 * 7)')}`;
    expect(await resultOf([block('x = 6'), sure])).toMatchObject({
      answer: '42',
      finishReason: 'final',
    });
  });

  it('take no answer from a run if what tracks its coverage is missing', async () => {
    const replies = [block('x = 6'), block('FINAL(6 * 7)')];
    expect(await resultOf(replies, { coverage: true })).toMatchObject({
      answer: '42',
      finishReason: 'final',
      told: ['coverage_failed'],
    });
  });

  it('end a run with an error that says what to do, where they are missing', async () => {
    expect(await resultOf(['It is 42.'])).toMatchObject({
      finishReason: 'error',
      code: 'module_not_loaded',
      message: expect.stringMatching(/Serve every file/) as string,
    });
  });

  it('all go through one helper, by which they can be waited for', () => {
    const elsewhere = [
      'repl-types',
      'termination',
      'policies',
      'kernel',
      'penguin-engine',
      'runner',
    ]
      .flatMap(sourcesOf)
      .filter((path) =>
        read(path)
          .replace(/\/\*[^]*?\*\//g, '')
          .replace(/loadOnce\(\s*\(\) => import\(/g, '')
          // Installed packages of the user's, not parts of ours.
          .replace(/import\('(?:@opentelemetry\/api|mammoth|unpdf)'\)/g, '')
          .includes('import('),
      );
    expect(elsewhere).toEqual([]);
  });
});

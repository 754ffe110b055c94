import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';

import { afterAll, beforeAll } from 'vitest';

import { openRegistry, root, type Registry } from './registry.js';

const execute = promisify(execFile);

/** The libraries, by the names of their folders, and the folders of all that is published. */
export const packages = readdirSync(`${root}packages`);
export const folders = [...packages.map((name) => `packages/${name}`), 'apps/playground'];
export const tarballOf = (folder: string): string => join(root, folder, '.pack/package.tgz');

/** What a user's shell has: what pnpm and vitest add for themselves would find packages elsewhere, and certificates double the start of Node.js. */
export const userEnv: Readonly<Record<string, string | undefined>> = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !/^(?:NODE_|npm_|pnpm_|VITEST)/i.test(name)),
);

/** Runs a command in a folder, and returns what it printed; rejects with all of that if it fails. */
export async function run(
  directory: string,
  [program = '', ...args]: readonly string[],
  env: NodeJS.ProcessEnv = {},
): Promise<string> {
  try {
    const options = { cwd: directory, env: { ...userEnv, ...env }, maxBuffer: 2 ** 26 };
    return (await execute(program, args, options)).stdout.trim();
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string };
    throw new Error(`${program} ${args.join(' ')} failed:\n${stdout}\n${stderr}`, { cause: error });
  }
}

/** Writes files, by their paths in a folder. */
export async function write(folder: string, files: Record<string, string>): Promise<void> {
  for (const [name, text] of Object.entries(files)) {
    const path = resolve(folder, name);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text);
  }
}

let registry: Promise<Registry> | undefined;

/** A project in which the tests of a `describe` work: npm installs packages by name in an empty folder, from `others` if they are not ours. */
export function useProject(installed: Iterable<string>, others?: string): () => string {
  let directory = '';
  beforeAll(async () => {
    const { url } = await (registry ??= openRegistry(folders.map(tarballOf)));
    directory = await mkdtemp(join(tmpdir(), 'rlm-consumer-'));
    await write(directory, {
      'package.json': '{ "private": true, "type": "module" }',
      '.npmrc': `registry=${others ?? url}\n@rlm:registry=${url}\ncache=${directory}/.npm\naudit=false\n`,
    });
    const { NODE_EXTRA_CA_CERTS } = process.env;
    await run(directory, ['npm', 'install', ...installed], others ? { NODE_EXTRA_CA_CERTS } : {});
  }, 900_000);
  afterAll(() => rm(directory, { recursive: true }));
  return () => directory;
}

/** Type-checks files strictly, by the native compiler or another; rejects with its words. */
export async function typecheck(
  folder: string,
  args: readonly string[],
  compiler = join(root, 'tooling/config/check-types.js'),
): Promise<void> {
  await run(folder, ['node', compiler, '--strict', '--target', 'es2022', ...args]);
}

/** Compiles programs for Node.js, more strictly. */
export const compile = (folder: string, args: readonly string[]): Promise<void> => {
  const strictly = ['--exactOptionalPropertyTypes', '--skipLibCheck'];
  return typecheck(folder, [...strictly, '--module', 'nodenext', '--types', 'node', ...args]);
};

/** The packages of install lines, each once, by their names without versions. */
export const installedBy = (lines: readonly string[]): ReadonlyMap<string, string> =>
  new Map(lines.map((each) => [each.replace(/(?<=.)@.*$/, ''), each]));

const imported = /^(?:import|export) (?:[^;'=(]*from )?'((?:@[^/']+\/)?[^./:'][^/:']*)(?=['/])/gm;

/** The packages that a text imports, by their names. */
export const importsOf = (text: string): readonly string[] =>
  [...text.matchAll(imported)].map(([, name = '']) => name);

import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { openRegistry, type LoopbackRegistry } from './loopback-registry.js';

/** The published packages, by the names of their folders. */
export const packageNames = [
  'repl-types',
  'termination',
  'policies',
  'sandbox',
  'kernel',
  'penguin-engine',
  'journal',
  'files',
  'runner',
  'ui',
  'mcp',
] as const;

/** A path below the `node_modules` of these tests. */
export const inModules = (path: string): string =>
  fileURLToPath(new URL(`../node_modules/${path}`, import.meta.url));

/** Every entry of a package, as a user writes it. */
export function entriesOf(name: string): string[] {
  const { exports } = JSON.parse(readFileSync(inModules(`@rlm/${name}/package.json`), 'utf8')) as {
    exports: Record<string, unknown>;
  };
  return Object.keys(exports)
    .filter((entry) => entry !== './package.json')
    .map((entry) => `@rlm/${name}${entry.slice(1)}`);
}

/** An installed package and everything that it brings along, by their folders. */
function withDependencies(folder: string, found = new Set<string>()): Set<string> {
  const real = realpathSync(folder);
  if (found.has(real)) return found;
  found.add(real);
  const { dependencies = {} } = JSON.parse(readFileSync(join(real, 'package.json'), 'utf8')) as {
    dependencies?: Readonly<Record<string, string>>;
  };
  const require = createRequire(join(real, 'package.json'));
  for (const name of Object.keys(dependencies)) {
    const places = (require.resolve.paths(`${name}/package.json`) ?? []).map((place) =>
      join(place, name),
    );
    const place = places.find((path) => existsSync(path));
    if (place === undefined) throw new Error(`${name}, which ${folder} needs, is not installed`);
    withDependencies(place, found);
  }
  return found;
}

/** The packages that are installed for the programs below `examples/`. */
const exampleModules = fileURLToPath(new URL('../../../examples/node_modules/', import.meta.url));

/**
 * Serves what was packed of this workspace, and packages of others that are installed for these tests (`ofExamples`: for the programs below
 * `examples/`).
 */
export function openWorkspaceRegistry(
  others: readonly string[] = ['quickjs-wasi'],
  ofExamples: readonly string[] = [],
): Promise<LoopbackRegistry> {
  const needed = [...others, ...packageNames.map((name) => `@rlm/${name}`)].map(inModules);
  const folders = [...needed, ...ofExamples.map((name) => join(exampleModules, name))]
    .flatMap((folder) => [...withDependencies(folder)])
    .filter((folder) => folder.includes('node_modules'));
  return openRegistry(
    packageNames.map((name) => inModules(`@rlm/${name}/.pack/package.tgz`)),
    [...new Set(folders)],
  );
}

/** What the commands, and therefore every package, need of others. */
function neededByCommand(): string[] {
  const needed = withDependencies(inModules('@rlm/playground'));
  // A peer, which npm installs by itself, and the other command.
  for (const name of ['zod', '@rlm/mcp']) {
    withDependencies(inModules(name), needed);
  }
  return [...needed].filter((folder) => folder.includes('node_modules'));
}

/** Serves what was packed of this workspace, the command `rlm` too, and all that they need of others. */
export function openCommandRegistry(): Promise<LoopbackRegistry> {
  return openRegistry(
    [...packageNames, 'playground'].map((name) => inModules(`@rlm/${name}/.pack/package.tgz`)),
    neededByCommand(),
  );
}

/** Serves what they need of others, and nothing of this workspace. */
export function openOthersRegistry(): Promise<LoopbackRegistry> {
  return openRegistry([], neededByCommand());
}

import { execFile } from 'node:child_process';
import { linkSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const require = createRequire(import.meta.url);
const tsc = require.resolve('typescript/bin/tsc');
/** The native compiler: the many examples take it a fifth of the time. */
const nativeTsc = fileURLToPath(new URL('../../config/check-types.js', import.meta.url));

/** What a user's shell has, for npm; what pnpm and vitest add for themselves would find packages elsewhere. */
export const npmEnv: Readonly<Record<string, string | undefined>> = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !/^(?:NODE_PATH|NODE_OPTIONS|npm_)/i.test(name)),
);

/** The same for programs, which need no network: to read certificates is more than half of the start of Node.js. */
export const userEnv: Readonly<Record<string, string | undefined>> = {
  ...npmEnv,
  NODE_EXTRA_CA_CERTS: undefined,
};

const strictly =
  '--strict --exactOptionalPropertyTypes --skipLibCheck --target es2022 --module nodenext --types node'.split(
    ' ',
  );

/** A project outside the workspace that installs packages by name, as a user would. */
export interface Consumer {
  /** Where it is. */
  readonly directory: string;
  /** Every package in the project's node_modules, scope included. */
  installed(): Promise<string[]>;
  /** Writes a script, runs it, and answers what it printed. */
  run(file: string, script: string): Promise<string>;
  /**
   * Type-checks one text under several file names, declarations of packages included, without the types of Node.js; rejects
   * with the compiler's words when it does not fit.
   */
  typecheck(
    files: readonly string[],
    text: string,
    options: {
      readonly module: 'nodenext' | 'preserve';
      readonly lib: string;
      /** Default: the native compiler, which takes a fifth of the time. */
      readonly compiler?: 'native' | 'javascript';
    },
  ): Promise<void>;
  /**
   * Compiles TypeScript files to `out/`, with every declaration checked; rejects with the compiler's words. With `declaration`,
   * writes their declarations too, which fails for an export whose type has no name that a file could import.
   */
  compile(
    files: Readonly<Record<string, string>>,
    options?: { readonly declaration?: boolean },
  ): Promise<void>;
  /** Compiles TypeScript files of the project, each to a file beside it, as strictly. */
  compileInPlace(files: readonly string[]): Promise<void>;
  remove(): Promise<void>;
}

/** Runs Node.js in a folder, and answers what it printed; rejects with all of that when it fails. */
export async function runNode(
  directory: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<string> {
  try {
    const options = { cwd: directory, env: { ...userEnv, ...env } };
    return (await run(process.execPath, args, options)).stdout.trim();
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string };
    throw new Error(`${args.join(' ')} failed:\n${stdout}\n${stderr}`, { cause: error });
  }
}

/** Makes an empty project whose packages come from one registry and nowhere else; with `others`, those of others from that one. */
async function emptyProject(url: string, others = url): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'rlm-consumer-'));
  const cache = join(directory, '.cache');
  const manifest = { name: 'consumer', private: true, type: 'module' };
  await writeFile(join(directory, 'package.json'), JSON.stringify(manifest));
  await writeFile(
    join(directory, '.npmrc'),
    `registry=${others}\n@rlm:registry=${url}\ncache=${cache}\naudit=false\nfund=false\nupdate-notifier=false\n`,
  );
  return directory;
}

const npm = (cwd: string, args: readonly string[]): Promise<unknown> =>
  run('npm', args, { cwd, env: npmEnv, shell: process.platform === 'win32' });

/**
 * Makes an empty project and installs packages in it, from one registry and nowhere else; with `others`, the packages of others from that
 * registry.
 */
export async function installInto(
  url: string,
  packages: readonly string[],
  others?: string,
): Promise<Consumer> {
  const directory = await emptyProject(url, others);
  await npm(directory, ['install', ...packages]);
  return consumerIn(directory);
}

/**
 * Makes a project that has some packages and all that they need, and nothing else: each is linked, file by file, from a project that
 * npm installed.
 */
export async function linkInto(
  { directory: from }: Consumer,
  packages: readonly string[],
): Promise<Consumer> {
  const directory = await emptyProject('http://127.0.0.1:9/');
  for (const place of placesOf(from, packages))
    linkFiles(join(from, place), join(directory, place));
  return consumerIn(directory);
}

/** What npm wrote down of an installed package. */
interface LockEntry {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>;
}

/** Where packages and all that npm installs with them lie in a project: what they depend on, and peers that are not optional. */
function placesOf(directory: string, packages: readonly string[]): ReadonlySet<string> {
  const lock = readFileSync(join(directory, 'package-lock.json'), 'utf8');
  const { packages: entries } = JSON.parse(lock) as {
    readonly packages: Readonly<Record<string, LockEntry>>;
  };
  const places = new Set<string>();
  const add = (name: string, from: string): void => {
    const place = `${from}${from === '' ? '' : '/'}node_modules/${name}`;
    const entry = entries[place];
    if (entry === undefined) {
      if (from === '') throw new Error(`${name} is not installed`);
      add(name, from.replace(/\/?node_modules\/(?:@[^/]+\/)?[^/]+$/, ''));
      return;
    }
    if (places.has(place)) return;
    places.add(place);
    const { dependencies = {}, peerDependencies = {}, peerDependenciesMeta: meta = {} } = entry;
    const peers = Object.keys(peerDependencies).filter((peer) => meta[peer]?.optional !== true);
    for (const needed of [...Object.keys(dependencies), ...peers]) add(needed, place);
  };
  for (const name of packages) add(name, '');
  return places;
}

/** Links the files of a folder, but not the packages that lie in it. */
function linkFiles(from: string, to: string): void {
  mkdirSync(to, { recursive: true });
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const source = join(from, entry.name);
    if (entry.isFile()) linkSync(source, join(to, entry.name));
    else if (entry.name !== 'node_modules') linkFiles(source, join(to, entry.name));
  }
}

/** The project in a folder. */
function consumerIn(directory: string): Consumer {
  const write = (file: string, text: string): Promise<void> =>
    writeFile(join(directory, file), text);
  const node = (args: readonly string[]): Promise<string> => runNode(directory, args);

  return {
    directory,
    async installed() {
      const modules = join(directory, 'node_modules');
      const names: string[] = [];
      for (const entry of await readdir(modules)) {
        if (entry.startsWith('.')) continue;
        if (!entry.startsWith('@')) names.push(entry);
        else names.push(...(await readdir(join(modules, entry))).map((name) => `${entry}/${name}`));
      }
      return names.sort();
    },
    async run(file, script) {
      await write(file, script);
      return node([file]);
    },
    async typecheck(files, text, { module, lib, compiler = 'native' }) {
      for (const file of files) await write(file, text);
      const options = [
        '--noEmit',
        '--strict',
        '--skipDefaultLibCheck',
        '--target',
        'es2022',
        '--lib',
        lib,
      ];
      const program = compiler === 'native' ? nativeTsc : tsc;
      await node([program, ...options, '--module', module, ...files]);
    },
    async compile(files, { declaration = false } = {}) {
      for (const [file, text] of Object.entries(files)) {
        await mkdir(dirname(join(directory, file)), { recursive: true });
        await write(file, text);
      }
      const more = declaration ? ['--declaration'] : [];
      const into = ['--rootDir', '.', '--outDir', 'out'];
      await node([nativeTsc, ...strictly, ...into, ...more, ...Object.keys(files)]);
    },
    async compileInPlace(files) {
      await node([nativeTsc, ...strictly, ...files]);
    },
    remove: () => rm(directory, { recursive: true, force: true }),
  };
}

import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The root of the workspace. */
const root = fileURLToPath(new URL('../../', import.meta.url));

/** Where the packages are. */
export const packagesFolder = join(root, 'packages');

/** A text file of the workspace, by its path from the root. @param {string} path */
const read = (path) => readFileSync(join(root, path), 'utf8');

/** The manifest of one of the packages, as it stands in the workspace. @param {string} name */
export const manifestOf = (name) =>
  /** @type {{ peerDependencies: Record<string, string>, devDependencies: Record<string, string>, engines: { node: string } }} */ (
    JSON.parse(read(`packages/${name}/package.json`))
  );

/** The version of a package that the workspace itself is tested with. @param {string} name */
export function pinned(name) {
  const version = manifestOf('sandbox').devDependencies[name];
  if (version === undefined) throw new Error(`${name} is no development dependency of the sandbox`);
  return version;
}

/**
 * What a command printed, and whether it succeeded.
 * @typedef {{ ok: boolean, text: string }} Outcome
 */

/**
 * A project in an empty folder, outside the workspace, that installs packages by name; `pnpm pack:check` has packed ours.
 *
 * @param {readonly string[]} ours Packages of this workspace, by the names of their folders.
 */
export function makeProject(ours = ['repl-types', 'sandbox']) {
  const directory = mkdtempSync(join(tmpdir(), 'rlm-compatibility-'));
  const packed = ours.map((name) => join(root, 'packages', name, '.pack/package.tgz'));

  /** @param {string} command @param {readonly string[]} args @param {{ cwd?: string, env?: Record<string, string> }} [options] @returns {Outcome} */
  const run = (command, args, { cwd = directory, env = {} } = {}) => {
    const { status, stdout, stderr, error } = spawnSync(command, args, {
      cwd,
      env: { ...process.env, ...env },
      encoding: 'utf8',
      maxBuffer: 2 ** 28,
      timeout: 900_000,
    });
    return { ok: status === 0, text: `${stdout}\n${stderr}${error?.message ?? ''}`.trim() };
  };
  /** Writes a file of the project. @param {string} path @param {string} text */
  const write = (path, text) => writeFileSync(join(directory, path), text);
  write('package.json', JSON.stringify({ name: 'project', private: true, type: 'module' }));
  for (const script of ['conformance.mjs', 'loops.mjs']) {
    cpSync(join(root, 'tooling/compatibility', script), join(directory, script));
  }

  return {
    directory,
    run,
    write,
    /** Installs our packages and others from the registry; ends the process where that fails. @param {readonly string[]} packages */
    install(packages) {
      const quiet = ['--no-audit', '--no-fund', '--loglevel=error', '--legacy-peer-deps'];
      const { ok, text } = run('npm', ['install', ...quiet, ...packed, ...packages]);
      if (!ok) throw new Error(`npm install ${packages.join(' ')} failed:\n${text}`);
    },
    /**
     * Runs the conformance suite over one backend.
     * @param {string} backend
     * @param {{ command?: readonly string[], options?: object, skip?: readonly string[] }} [how]
     */
    conformance(
      backend,
      { command = [process.execPath], options = {}, skip = skipsOf(backend) } = {},
    ) {
      const [program = '', ...args] = command;
      const { text } = run(program, [
        ...args,
        'conformance.mjs',
        backend,
        JSON.stringify(options),
        JSON.stringify(skip),
      ]);
      return readReport(text);
    },
    remove() {
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

/** The last line that conformance.mjs prints, or why there is none. @param {string} text @returns {import('./conformance.mjs').Report} */
function readReport(text) {
  const line = text.split('\n').find((each) => each.startsWith('{"passed"'));
  if (line !== undefined) return JSON.parse(line);
  const problem = text.split('\n').find((each) => /error/i.test(each)) ?? text.slice(-300);
  return { passed: 0, failed: [{ name: 'the suite', problem }] };
}

/** One report in a few words: `passes`, or the reason why not. @param {import('./conformance.mjs').Report} report */
export function verdict({ passed, failed, unavailable }) {
  if (unavailable !== undefined) return `no: ${unavailable}`;
  const [first] = failed;
  if (first === undefined) return passed > 0 ? 'passes' : 'no: nothing ran';
  return `no: ${failed.length} of ${passed + failed.length} fail (${first.name}: ${first.problem})`;
}

/** The cases that a backend is known not to pass, from the table of its page. @param {string} backend */
function skipsOf(backend) {
  const [, table = ''] = read(`docs/sandbox/${backend}.md`).split(
    /^## Cases of the conformance suite.*$/m,
  );
  return [...table.matchAll(/^\| `(.+?)` +\|/gm)].map(([, name = '']) => name);
}

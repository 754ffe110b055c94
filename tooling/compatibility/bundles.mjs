/**
 * Builds and runs the recipes of docs/bundling.md with the bundlers as published, in folders without `node_modules`, and ends
 * with 1 if the table of docs/runtimes.md says something else. Prints the size of each bundle, and asserts none. Needs the registry; takes some minutes. `pnpm bundles next` takes the recipes whose name contains
 * "next".
 */
import { spawn } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { makeProject, pinned } from './project.mjs';
import { readTable } from './runtimes-table.mjs';

/** The packages of each bundler beside its own, which is in the version that its row names. @type {Readonly<Record<string, readonly string[]>>} */
const packagesOf = {
  esbuild: ['esbuild'],
  'Vite SSR': ['vite'],
  webpack: ['webpack', 'webpack-cli@7.3.1'],
  Rspack: ['@rspack/core', '@rspack/cli@2.2.8'],
  'Next standalone': ['next', 'react@19.2.0', 'react-dom@19.2.0'],
  'bun build --compile': ['bun'],
};

const ask = `
  async function ask(backend) {
    const session = await backend.open();
    const { finalOutput } = await session.execute('FINAL(6 * 7)');
    await session.close();
    return finalOutput.answer;
  }`;
/** @param {string} wasm @param {string} folder @param {string} [imports] */
const program = (wasm, folder, imports = '') => `
  import { quickjs } from '@rlm/sandbox/quickjs';
  import { pyodide } from '@rlm/sandbox/pyodide';
  import path from 'node:path';
  ${imports}${ask}
  async function main() {
    console.log(await ask(quickjs(${wasm})), await ask(pyodide(${folder})));
    process.exit(0);
  }
  main();`;
const besideModule = program(
  `{ wasm: new URL('./quickjs.wasm', import.meta.url) }`,
  `{ packageFolder: path.join(import.meta.dirname, 'pyodide') }`,
);
const besideFile = program(
  `{ wasm: path.join(__dirname, 'quickjs.wasm') }`,
  `{ packageFolder: path.join(__dirname, 'pyodide') }`,
);
const within = program(
  '{ wasm }',
  `{ packageFolder: path.join(path.dirname(process.argv[1]), 'pyodide') }`,
  `import wasm from 'quickjs-wasi/quickjs.wasm';`,
);
const executable = program(
  '{ wasm }',
  `{ packageFolder: path.join(path.dirname(process.execPath), 'pyodide') }`,
  `import wasm from 'quickjs-wasi/quickjs.wasm' with { type: 'file' };`,
);
const installed = program('', '');

const project = makeProject();
const { directory, run, write } = project;
const modules = join(directory, 'node_modules');
/** @param {string} name */
const bin = (name) => join(modules, '.bin', name);

/** Runs a command that must succeed. @param {string} command @param {readonly string[]} args */
function must(command, args, env = {}) {
  const { ok, text } = run(command, args, { env });
  if (!ok) throw new Error(`${args.join(' ')} failed: ${text.slice(-2000)}`);
}

/**
 * Copies a bundle to an empty folder, with the engines beside it, and runs it there, while the project has no `node_modules`.
 * @param {string} bundle @param {(folder: string) => Promise<string> | string} start
 */
async function elsewhere(bundle, start, engines = true) {
  const folder = mkdtempSync(join(tmpdir(), 'rlm-elsewhere-'));
  cpSync(bundle, folder, { recursive: true });
  if (engines) {
    cpSync(join(modules, 'quickjs-wasi/quickjs.wasm'), join(folder, 'quickjs.wasm'));
    cpSync(join(modules, 'pyodide'), join(folder, 'pyodide'), { recursive: true });
  }
  renameSync(modules, `${modules}.away`);
  try {
    return await start(folder);
  } finally {
    renameSync(`${modules}.away`, modules);
    rmSync(folder, { recursive: true, force: true });
  }
}

/** How large the bundle is that a recipe has made, without the engines beside it. */
function sizeOfBundle() {
  const folder = join(directory, 'dist');
  const files = existsSync(folder) ? readdirSync(folder, { recursive: true }) : [];
  const bytes = files
    .map((name) => statSync(join(folder, String(name))))
    .reduce((sum, file) => sum + (file.isFile() ? file.size : 0), 0);
  return bytes === 0 ? '' : ` (${Math.round(bytes / 1024)} kB)`;
}

/** @param {string} file */
const runsFile = (file) => (/** @type {string} */ folder) =>
  run(process.execPath, [file], { cwd: folder }).text;

/** @param {'esm' | 'cjs'} format @param {string} text @param {boolean} [inPlace] */
async function esbuild(format, text, inPlace = false) {
  const file = format === 'esm' ? 'main.mjs' : 'main.cjs';
  write('main.ts', text);
  const options = [
    '--bundle',
    '--platform=node',
    '--target=node20',
    `--format=${format}`,
    '--loader:.wasm=binary',
  ];
  must(bin('esbuild'), ['main.ts', ...options, `--outfile=dist/${file}`]);
  if (inPlace) return run(process.execPath, [`dist/${file}`]).text;
  return elsewhere(join(directory, 'dist'), runsFile(file));
}

/** @param {boolean} noExternal */
async function vite(noExternal) {
  write('main.js', noExternal ? besideModule : installed);
  write('vite.config.js', `export default { ssr: { noExternal: ${noExternal || 'undefined'} } };`);
  must(bin('vite'), ['build', '--ssr', 'main.js', '--outDir', 'dist', '--emptyOutDir']);
  if (!noExternal) return run(process.execPath, ['dist/main.js']).text;
  write('dist/package.json', '{"type":"module"}');
  return elsewhere(join(directory, 'dist'), runsFile('main.js'));
}

/**
 * webpack or Rspack: they read the same configuration.
 *
 * @param {readonly string[]} command @param {'esm' | 'cjs'} format @param {string} text @param {boolean} [inPlace]
 */
async function pack([name = '', ...args], format, text, inPlace = false) {
  const file = format === 'esm' ? 'main.mjs' : 'main.cjs';
  const isModule = format === 'esm';
  write('main.js', text);
  write(
    'pack.config.mjs',
    `export default {
       mode: 'production',
       target: 'node20',
       entry: './main.js',
       experiments: { outputModule: ${isModule} },
       output: { path: import.meta.dirname + '/dist', filename: '${file}'${isModule ? ", module: true, chunkFormat: 'module'" : ''} },
     };`,
  );
  must(bin(name), [...args, '--config', 'pack.config.mjs']);
  if (inPlace) return run(process.execPath, [`dist/${file}`]).text;
  return elsewhere(join(directory, 'dist'), runsFile(file));
}

const webpack = ['webpack'];
const rspack = ['rspack', 'build'];
const besideScript = program(
  `{ wasm: path.join(path.dirname(process.argv[1]), 'quickjs.wasm') }`,
  `{ packageFolder: path.join(path.dirname(process.argv[1]), 'pyodide') }`,
);

async function bun() {
  write('main.ts', executable);
  mkdirSync(join(directory, 'dist'));
  must(bin('bun'), ['build', '--compile', 'main.ts', '--outfile', 'dist/app']);
  return elsewhere(
    join(directory, 'dist'),
    (folder) => run(join(folder, 'app'), [], { cwd: folder }).text,
  );
}

/** @param {readonly string[]} flags */
async function next(flags) {
  mkdirSync(join(directory, 'app/run'), { recursive: true });
  write('app/layout.js', 'export default ({ children }) => <html><body>{children}</body></html>;');
  write(
    'app/run/route.js',
    `import { quickjs } from '@rlm/sandbox/quickjs';
     import { pyodide } from '@rlm/sandbox/pyodide';
     export const dynamic = 'force-dynamic';${ask}
     export const GET = async () => new Response(\`\${await ask(quickjs())} \${await ask(pyodide())}\`);`,
  );
  write(
    'next.config.mjs',
    `export default {
       output: 'standalone',
       outputFileTracingRoot: import.meta.dirname,
       serverExternalPackages: ['@rlm/sandbox'],
       outputFileTracingIncludes: { '/*': ['./node_modules/quickjs-wasi/**', './node_modules/pyodide/**'] },
     };`,
  );
  rmSync(join(directory, '.next'), { recursive: true, force: true });
  must(bin('next'), ['build', ...flags], { NEXT_TELEMETRY_DISABLED: '1' });
  return elsewhere(join(directory, '.next/standalone'), askServer, false);
}

/** Starts a standalone server, asks it once it listens, and ends it. @param {string} folder */
async function askServer(folder) {
  const env = { ...process.env, PORT: '0', HOSTNAME: '127.0.0.1' };
  const server = spawn(process.execPath, ['server.js'], { cwd: folder, env });
  try {
    const url = await new Promise((resolve, reject) => {
      let text = '';
      server.stdout.on('data', (chunk) => {
        text += String(chunk);
        const found = /http:\/\/127\.0\.0\.1:[1-9]\d*/.exec(text)?.[0];
        if (found !== undefined) resolve(found);
      });
      server.on('exit', () => {
        reject(new Error(`the server ended: ${text}`));
      });
    });
    return await (await fetch(`${url}/run`)).text();
  } finally {
    server.kill();
  }
}

/** @type {Readonly<Record<string, () => Promise<string>>>} */
const recipes = {
  'esbuild, esm, in place': () => esbuild('esm', installed, true),
  'esbuild, cjs, in place': () => esbuild('cjs', installed, true),
  'esbuild, esm, engines beside': () => esbuild('esm', besideModule),
  'esbuild, cjs, engines beside': () => esbuild('cjs', besideFile),
  'esbuild, esm, interpreter within': () => esbuild('esm', within),
  'esbuild, cjs, interpreter within': () => esbuild('cjs', within),
  'Vite SSR, external': () => vite(false),
  'Vite SSR, noExternal, engines beside': () => vite(true),
  'webpack, esm, in place': () => pack(webpack, 'esm', installed, true),
  'webpack, cjs, in place': () => pack(webpack, 'cjs', installed, true),
  'webpack, esm, engines beside': () => pack(webpack, 'esm', besideScript),
  'Rspack, esm, in place': () => pack(rspack, 'esm', installed, true),
  'Rspack, cjs, in place': () => pack(rspack, 'cjs', installed, true),
  'Rspack, esm, engines beside': () => pack(rspack, 'esm', besideScript),
  'bun build --compile': bun,
  'Next standalone, Turbopack': () => next([]),
  'Next standalone, webpack': () => next(['--webpack']),
};

const wanted = (process.argv[2] ?? '').toLowerCase();
const rows = readTable('bundler').rows.map(([bundler = '', , claim = '']) => {
  const [, name = '', version = ''] = /^(.+) (\S+)$/.exec(bundler.replaceAll('`', '')) ?? [];
  return { name, version, claim };
});
const engines = ['quickjs-wasi', 'pyodide'].map((name) => `${name}@${pinned(name)}`);
let differences = 0;
try {
  for (const { name: bundler, version, claim } of rows) {
    const chosen = Object.entries(recipes).filter(
      ([name]) => name.startsWith(bundler) && name.toLowerCase().includes(wanted),
    );
    if (chosen.length === 0) continue;
    const [first = '', ...others] = packagesOf[bundler] ?? [];
    project.install([...engines, `${first}@${version}`, ...others]);
    for (const [name, recipe] of chosen) {
      rmSync(join(directory, 'dist'), { recursive: true, force: true });
      const found = await recipe().catch((/** @type {Error} */ error) => error.message);
      const works = found.trim() === '42 42';
      if (works !== (claim === 'works')) differences += 1;
      console.log(
        `${name}: ${works ? `works${sizeOfBundle()}` : `${found}; the table says: ${claim}`}`,
      );
    }
  }
} finally {
  project.remove();
}
if (differences > 0) process.exitCode = 1;

/**
 * `npm start`: the rlm command, run where the user stands. Without arguments it gives the demonstration; arguments are its own
 * (`npm start -- ask "..." file`). It installs and builds if anything that the command is built of has changed since the last time.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const workspace = fileURLToPath(new URL('../../', import.meta.url));
const stamp = join(workspace, 'node_modules/.rlm-built');

/** What the command is built of, and into. */
const files = ['package.json', 'pnpm-lock.yaml', 'tsconfig.base.json', 'turbo.json'];
const folders = ['packages', 'apps/playground', 'tooling/config'];
const ignored = /[\\/](?:node_modules|test|bench|docs|reports|\.[^\\/]+)[\\/]/;
const isBuilt = /[\\/]dist[\\/]/;

/** Sizes and times of the files whose paths pass, as a hash. @param {(path: string) => boolean} isWanted */
function fingerprint(isWanted) {
  const options = /** @type {const} */ ({ recursive: true, withFileTypes: true });
  const found = folders
    .flatMap((folder) => readdirSync(join(workspace, folder), options))
    .filter((entry) => entry.isFile())
    .map((entry) => relative(workspace, join(entry.parentPath, entry.name)))
    .filter((path) => !ignored.test(path));
  const hash = createHash('sha256');
  for (const path of [...files, ...found].filter(isWanted)) {
    const { size, mtimeMs } = statSync(join(workspace, path));
    hash.update(`${path} ${size} ${mtimeMs}\n`);
  }
  return hash.digest('hex');
}
const fingerprintOfSources = () => fingerprint((path) => !isBuilt.test(path));
const fingerprintOfBuilt = () => fingerprint((path) => isBuilt.test(path));

const sources = fingerprintOfSources();
const built = existsSync(stamp) ? readFileSync(stamp, 'utf8') : '';
if (built !== `${sources} ${fingerprintOfBuilt()}`) {
  build();
  // Of the sources before: what is edited meanwhile is built the next time.
  writeFileSync(stamp, `${sources} ${fingerprintOfBuilt()}`);
}

function build() {
  if (existsSync(join(workspace, 'node_modules'))) console.error('Building…');
  const bootstrap = join(workspace, 'tooling/scripts/bootstrap.mjs');
  const turbo = ['turbo', 'run', 'build', '--filter=@rlm/playground', '--output-logs=errors-only'];
  // Turbo's lines do not belong before an answer.
  const { status, signal, stdout } = spawnSync(process.execPath, [bootstrap, ...turbo], {
    stdio: ['inherit', 'pipe', 'inherit'],
  });
  if (status === 0) return;
  // Ctrl-C reaches both.
  if (signal !== null) process.exit(130);
  console.error(`${stdout}\nThe build failed.`);
  process.exit(1);
}

const command = join(workspace, 'apps/playground/bin/rlm.mjs');
const args = process.argv.slice(2);
process.argv = [process.execPath, command, ...(args.length > 0 ? args : ['demo'])];
// Where npm was called: it runs scripts in the folder of package.json.
process.chdir(process.env['INIT_CWD'] ?? process.cwd());
await import(pathToFileURL(command).href);

/**
 * Installs the workspace with the pnpm that package.json pins, then runs one of
 * its scripts. Needs Node.js and npm only, so that it works in a bare clone:
 *
 *   node tooling/scripts/bootstrap.mjs <script> [argument…]
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const workspace = fileURLToPath(new URL('../../', import.meta.url));
/** @type {{ packageManager: string }} */
const { packageManager } = JSON.parse(
  readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
);

/**
 * Runs the pinned pnpm, and ends this process when it fails.
 *
 * @param {string[]} args
 */
function pnpm(args) {
  const { status, signal } = spawnSync('npx', ['--yes', packageManager, ...args], {
    cwd: workspace,
    env: {
      ...process.env,
      TURBO_TELEMETRY_DISABLED: '1',
      DO_NOT_TRACK: '1',
      // Where the user stood, so that paths given to a script mean what they say.
      RLM_CWD: process.env['INIT_CWD'] ?? process.cwd(),
    },
    // npx is a command file on Windows, which only a shell can start.
    shell: process.platform === 'win32',
    stdio: 'inherit',
  });
  if (status !== 0) process.exit(status ?? (signal === 'SIGINT' ? 130 : 1));
}

pnpm(['install', '--frozen-lockfile', '--prefer-offline', '--silent']);
const script = process.argv.slice(2);
if (script.length > 0) pnpm(['run', '--silent', ...script]);

/**
 * Installs the workspace with the pnpm that package.json pins, then runs a command of what it has installed. Needs Node.js and npm
 * only, so that it works in a bare clone, and no network once everything is there:
 *
 *   node tooling/scripts/bootstrap.mjs turbo run build
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const workspace = new URL('../../', import.meta.url);
/** @type {{ packageManager: string }} */
const { packageManager } = JSON.parse(readFileSync(new URL('package.json', workspace), 'utf8'));

const isWindows = process.platform === 'win32';
const environment = {
  ...process.env,
  TURBO_TELEMETRY_DISABLED: '1',
  npm_config_update_notifier: 'false',
};

/**
 * Runs the pinned pnpm through npx, which fetches it if it is not there yet.
 *
 * @param {readonly string[]} npxOptions
 * @param {readonly string[]} args
 * @param {'inherit' | 'ignore'} stdio
 */
function pnpm(npxOptions, args, stdio = 'inherit') {
  return spawnSync('npx', [...npxOptions, '--yes', packageManager, ...args], {
    cwd: fileURLToPath(workspace),
    env: environment,
    // npx is a command file on Windows, which only a shell can start.
    shell: isWindows,
    stdio,
  });
}

if (!existsSync(new URL('node_modules', workspace))) console.error('Installing…');
// Without a network npx would try for more than a minute, though it has all that it needs.
const isThere = pnpm(['--offline'], ['--version'], 'ignore').status === 0;
const npxOptions = isThere ? ['--offline'] : [];
const command = process.argv.slice(2).map((word) => (isWindows ? `"${word}"` : word));
const commands = [
  ['install', '--frozen-lockfile', '--prefer-offline', '--silent'],
  ...(command.length > 0 ? [['exec', ...command]] : []),
];
for (const args of commands) {
  const { status, signal } = pnpm(npxOptions, args);
  if (status !== 0) process.exit(status ?? (signal === 'SIGINT' ? 130 : 1));
}

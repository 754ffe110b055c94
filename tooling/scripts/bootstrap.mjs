/**
 * Installs the workspace with the pnpm that package.json pins, then runs one of
 * its scripts. Needs Node.js and npm only, so that it works in a bare clone, and
 * no network once everything is there:
 *
 *   node tooling/scripts/bootstrap.mjs <script> [argument…]
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const workspace = fileURLToPath(new URL('../../', import.meta.url));
/** @type {{ packageManager: string }} */
const { packageManager } = JSON.parse(
  readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
);
const environment = {
  ...process.env,
  TURBO_TELEMETRY_DISABLED: '1',
  DO_NOT_TRACK: '1',
  npm_config_update_notifier: 'false',
  // Where the user stood, so that paths given to a script mean what they say.
  RLM_CWD: process.env['INIT_CWD'] ?? process.cwd(),
};

/**
 * Runs the pinned pnpm through npx, which fetches it where it is not there yet.
 *
 * @param {readonly string[]} npxOptions
 * @param {readonly string[]} args
 * @param {'inherit' | 'ignore'} stdio
 */
function pnpm(npxOptions, args, stdio = 'inherit') {
  return spawnSync('npx', [...npxOptions, '--yes', packageManager, ...args], {
    cwd: workspace,
    env: environment,
    // npx is a command file on Windows, which only a shell can start.
    shell: process.platform === 'win32',
    stdio,
  });
}

// Without a network npx would try for more than a minute, though it has all that it needs.
const cached = pnpm(['--offline'], ['--version'], 'ignore').status === 0;
const npxOptions = cached ? ['--offline'] : [];
const script = process.argv.slice(2);
const commands = [
  ['install', '--frozen-lockfile', '--prefer-offline', '--silent'],
  ...(script.length > 0 ? [['run', '--silent', ...script]] : []),
];
if (!existsSync(new URL('../../node_modules', import.meta.url))) console.error('Installing…');
for (const command of commands) {
  const { status, signal } = pnpm(npxOptions, command);
  if (status !== 0) process.exit(status ?? (signal === 'SIGINT' ? 130 : 1));
}

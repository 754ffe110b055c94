import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { delimiter, join } from 'node:path';

/** The root of the workspace. */
export const workspace = fileURLToPath(new URL('../../', import.meta.url));

/** How a command of the workspace is started: from its root, with what it has installed on the path. */
export const commandOptions = {
  cwd: workspace,
  env: {
    ...process.env,
    PATH: [join(workspace, 'node_modules', '.bin'), process.env['PATH']].join(delimiter),
    TURBO_TELEMETRY_DISABLED: '1',
  },
  shell: process.platform === 'win32',
};

/**
 * Runs a command that the workspace has installed, from its root, and says whether it succeeded. What it wrote into pipes is shown
 * where it failed.
 *
 * @param {string} command
 * @param {readonly string[]} args
 * @param {import('node:child_process').SpawnSyncOptions} [options]
 */
export function run(command, args, options = {}) {
  const { status, output } = spawnSync(command, args, {
    ...commandOptions,
    stdio: 'inherit',
    maxBuffer: 2 ** 26,
    ...options,
  });
  if (status !== 0) for (const text of output ?? []) process.stderr.write(text ?? '');
  return status === 0;
}

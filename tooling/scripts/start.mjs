/**
 * What `npm start` runs once everything is installed: builds the rlm command, then runs it in the folder that `RLM_CWD` names.
 * Without arguments it gives the demonstration; arguments are its own (`npm start -- ask "..." file`).
 */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const workspace = fileURLToPath(new URL('../../', import.meta.url));

if (!existsSync(join(workspace, 'packages/runner/dist'))) console.error('Building…');
const build = ['run', 'build', '--filter=@rlm/playground', '--output-logs=errors-only'];
const { status, stdout, stderr } = spawnSync('turbo', build, {
  cwd: workspace,
  shell: process.platform === 'win32',
  // On a terminal turbo would write what it does into the lines of the demonstration.
  stdio: 'pipe',
});
if (status !== 0) {
  console.error(`${stdout}${stderr}\nThe build failed.`);
  process.exit(1);
}

const args = process.argv.slice(2);
const command = join(workspace, 'apps/playground/bin/rlm.mjs');
const child = spawn(process.execPath, [command, ...(args.length > 0 ? args : ['demo'])], {
  cwd: process.env['RLM_CWD'] ?? process.cwd(),
  stdio: 'inherit',
});
// The terminal sends Ctrl-C to the child as well; it decides how to end.
process.on('SIGINT', () => undefined);
child.on('exit', (code) => process.exit(code ?? 130));

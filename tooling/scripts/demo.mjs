/**
 * What `npm start` runs: builds what the rlm command needs, then runs it. Without arguments it gives
 * the demonstration; with some, they are the command's own (`npm start -- ask "..." file`, `npm start -- serve`).
 */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { run, workspace } from './run.mjs';

if (!existsSync(join(workspace, 'packages', 'runner', 'dist'))) console.error('Building…');
const built = run(
  'turbo',
  ['run', 'build', '--filter=@rlm/playground', '--output-logs=errors-only'],
  {
    // On a terminal turbo would write what it does into the lines of the demonstration.
    stdio: ['inherit', 'pipe', 'pipe'],
  },
);
if (!built) {
  console.error('The build failed.');
  process.exit(1);
}

const args = process.argv.slice(2);
const command = join(workspace, 'apps', 'playground', 'bin', 'rlm.mjs');
const child = spawn(process.execPath, [command, ...(args.length > 0 ? args : ['demo'])], {
  cwd: process.env['RLM_CWD'] ?? workspace,
  stdio: 'inherit',
});
// The terminal sends Ctrl-C to the child as well; it decides how to end.
process.on('SIGINT', () => {});
child.on('exit', (code) => process.exit(code ?? 130));

// Runs every benchmark of this folder; each prints a table. Needs the built packages.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

for (const name of ['step-cost', 'parallel', 'abort', 'coverage', 'journal', 'long-context']) {
  const file = fileURLToPath(new URL(`${name}.bench.mjs`, import.meta.url));
  spawnSync(process.execPath, [file, ...process.argv.slice(2)], { stdio: 'inherit' });
}

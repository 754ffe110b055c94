/**
 * Applies the waiting changesets: raises the versions, writes the changelogs in plain English, deletes the changesets.
 *
 *   pnpm exec node tooling/release/version-packages.mjs
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { plainHeadings } from './plain-headings.js';

const workspace = fileURLToPath(new URL('../../', import.meta.url));
const { status } = spawnSync('pnpm', ['exec', 'changeset', 'version'], {
  cwd: workspace,
  stdio: 'inherit',
  // pnpm is a command file on Windows, which only a shell can start.
  shell: process.platform === 'win32',
});
if (status !== 0) process.exit(status ?? 1);
for (const folder of ['packages', 'apps']) {
  for (const name of readdirSync(join(workspace, folder))) {
    const file = join(workspace, folder, name, 'CHANGELOG.md');
    if (existsSync(file)) writeFileSync(file, plainHeadings(readFileSync(file, 'utf8')));
  }
}

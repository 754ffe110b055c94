import { existsSync } from 'node:fs';
import { sep } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The command line that installs packages where this program finds them, which is beside it. */
export function installLine(
  packages: readonly string[],
  file = fileURLToPath(import.meta.url),
  isThere: (path: string) => boolean = existsSync,
): string {
  const parts = file.split(sep);
  if (parts.includes('_npx')) {
    const needed = ['@rlm/playground', ...packages].map((name) => `--package ${name}`);
    return `npx ${needed.join(' ')} rlm ...`;
  }
  const at = parts.indexOf('node_modules');
  const root = parts.slice(0, at).join(sep);
  const isGlobal = at !== -1 && !isThere(`${root}${sep}package.json`);
  return `npm install ${isGlobal ? '--global ' : ''}${packages.join(' ')}`;
}

import { readFileSync, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The root of the workspace. */
export const root = fileURLToPath(new URL('../../../', import.meta.url));

const generated = new Set([
  'node_modules',
  'dist',
  'reports',
  '.turbo',
  '.pack',
  '.git',
  'coverage',
]);

/** Every file below a folder, by its path from the root; generated folders are left out. */
export function filesBelow(folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return generated.has(entry.name) ? [] : filesBelow(path);
    return entry.isFile() ? [relative('.', path)] : [];
  });
}

/** A file's text, by its path from the root. */
export function read(path: string): string {
  return readFileSync(join(root, path), 'utf8');
}

import { readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';

import { root } from './pages.mjs';

const languages = { '.ts': 'ts', '.tsx': 'tsx', '.mjs': 'js', '.html': 'html' };

/** The programs below a folder: not what they read, install or write. */
function filesBelow(folder) {
  return readdirSync(root + folder, { withFileTypes: true })
    .sort((a, b) => Number(a.isDirectory()) - Number(b.isDirectory()))
    .flatMap((entry) => {
      const path = posix.join(folder, entry.name);
      if (entry.isDirectory()) {
        return /^(\.|node_modules$)/.test(entry.name) ? [] : filesBelow(path);
      }
      return posix.extname(path) in languages && !path.endsWith('.d.ts') ? [path] : [];
    });
}

/**
 * The page of an example: its README, and its programs whole, since whoever reads the site (or `llms.txt`) has no
 * folder to open.
 *
 * @param {string} source The README, from the root of the repository.
 * @param {string} text
 */
export function withPrograms(source, text) {
  const folder = posix.dirname(source);
  if (posix.dirname(folder) !== 'examples') return text;
  const programs = filesBelow(folder).map((path) => {
    const code = readFileSync(root + path, 'utf8').trimEnd();
    const fence = code.includes('```') ? '````' : '```';
    const language = languages[posix.extname(path)];
    return `## \`${posix.relative(folder, path)}\`\n\n${fence}${language}\n${code}\n${fence}\n`;
  });
  return [text.trimEnd(), ...programs].join('\n\n');
}

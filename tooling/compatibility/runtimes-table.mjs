import { readFileSync } from 'node:fs';

/**
 * A table of docs/runtimes.md, by the first word of its header: what its columns name, and its rows. A test of tooling/repo-checks
 * holds the form of the tables. `pnpm runtimes`, `pnpm bundles` and `pnpm compilers` find out what they say.
 *
 * @param {'runtime' | 'bundler' | 'compiler'} name
 * @returns {{ header: readonly string[], rows: readonly (readonly string[])[] }}
 */
export function readTable(name) {
  const page = readFileSync(new URL('../../docs/runtimes.md', import.meta.url), 'utf8');
  const tables = page.split(/\n(?!\|)/).map((block) =>
    block
      .split('\n')
      .filter((line) => line.startsWith('|'))
      .map((line) =>
        line
          .split('|')
          .slice(1, -1)
          .map((cell) => cell.trim()),
      ),
  );
  const [header = [], , ...rows] = tables.find(([first]) => first?.[0] === name) ?? [];
  return { header, rows };
}

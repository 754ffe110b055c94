import { readFileSync } from 'node:fs';

/**
 * The table of docs/runtimes.md: the backends that its columns name, and its rows, each a runtime with what is said of it. A test
 * of tooling/repo-checks holds its form, `pnpm runtimes` what it says.
 *
 * @returns {{ header: readonly string[], rows: readonly (readonly string[])[] }}
 */
export function readRuntimesTable() {
  const page = readFileSync(new URL('../../docs/runtimes.md', import.meta.url), 'utf8');
  const [header = [], , ...rows] = page
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
  return { header, rows };
}

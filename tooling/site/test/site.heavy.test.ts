import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { beforeAll, expect, it } from 'vitest';

const here = fileURLToPath(new URL('..', import.meta.url));
const read = (file: string): string => readFileSync(`${here}dist/${file}`, 'utf8');

// It fails for a link between pages that leads nowhere.
beforeAll(() => {
  execFileSync('pnpm', ['run', 'build-site'], { cwd: here, stdio: 'pipe' });
}, 900_000);

it.each([
  'index.html',
  'start/ask.html',
  'guides/budgets.html',
  'errors.html',
  'packages/runner/index.html',
  'packages/sandbox/backends.html',
  'examples/own-policy/index.html',
  'reference/@rlm/runner.html',
  'guides/budgets.md',
  'images/budgets.svg',
  'llms.txt',
  'llms-full.txt',
])('the site has %s', (file) => {
  expect(existsSync(`${here}dist/${file}`)).toBe(true);
});

it('pages link to those of other packages, and to sources at the forge', () => {
  expect(read('packages/runner/index.html')).toContain('href="/packages/files/');
  expect(read('errors.html')).toContain('href="/packages/penguin-engine/tasks#reviewing-a-task"');
  expect(read('examples/own-policy/index.html')).toContain('/blob/main/examples/own-policy/');
});

it.each(['start/index.html', 'packages/runner/index.html', 'examples/index.html', 'start/ask.md'])(
  '%s says how to install what is not published, by the one part that all pages include',
  (file) => {
    expect(read(file).includes('are not on npm yet')).toBe(true);
  },
);

it('the home page has the first program, and the page of an example its own', () => {
  const home = read('index.html');
  const words = home.replaceAll(/<[^>]+>/g, '');
  expect(words).toContain('npm install @rlm/runner');
  expect(words).toContain('console.log(answer ?? stop?.message); // Ines Duarte');
  expect(home).toContain('<blockquote>');
  expect(read('examples/hono/index.html')).toContain('toResponse');
  expect(read('examples/hono/index.md')).toContain("app.post('/ask'");
});

it('the part is no page of its own', () => {
  expect(existsSync(`${here}dist/parts`)).toBe(false);
});

it('llms.txt lists pages that are there', () => {
  const listed = [...read('llms.txt').matchAll(/\]\(\/([^)]+)\)/g)].map(([, page = '']) => page);
  expect(listed).toContain('packages/runner/limits.md');
  expect(listed.filter((page) => !existsSync(`${here}dist/${page}`))).toEqual([]);
});

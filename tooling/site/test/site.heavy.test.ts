import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { extname, posix } from 'node:path';
import { fileURLToPath } from 'node:url';

import checker from 'axe-core';
import { chromium, type Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const here = fileURLToPath(new URL('..', import.meta.url));
const executablePath = ['/usr/bin/chromium', '/usr/bin/chromium-browser'].find((path) =>
  existsSync(path),
);
const skipped = executablePath === undefined ? ' (skipped: there is no chromium)' : '';

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.woff2': 'font/woff2',
};

let server: Server;
let home = '';
beforeAll(async () => {
  execFileSync('node', ['site.mjs', 'build'], { cwd: here, stdio: 'pipe' });
  server = createServer((request, reply) => {
    const path = `${here}dist${new URL(request.url ?? '/', 'http://x').pathname}`;
    const file = [path, `${path}.html`, `${path}index.html`].find(
      (each) => existsSync(each) && statSync(each).isFile(),
    );
    const found = file ?? `${here}dist/404.html`;
    reply.writeHead(file === undefined ? 404 : 200, {
      'content-type': types[extname(found)] ?? 'text/plain',
    });
    reply.end(readFileSync(found));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  home = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
}, 900_000);
afterAll(() => server.close());

describe('the site', () => {
  it('has its pages, and texts for coding assistants', () => {
    const pages = ['index', 'start/index', 'errors/pool_full', 'reference/index'];
    for (const page of [...pages, 'packages/runner', 'packages/runner/limits']) {
      expect(existsSync(`${here}dist/${page}.html`), page).toBe(true);
    }
    const short = readFileSync(`${here}dist/llms.txt`, 'utf8');
    expect(short).toMatch(/^# RLM for TypeScript\n\n> /);
    expect(short).toContain('- [1. Ask a question about a file](/start/ask.md): ');
    const listed = [...short.matchAll(/\]\(\/([^)]+)\)/g)].map(([, page = '']) => page);
    expect(listed.filter((page) => !existsSync(`${here}dist/${page}`))).toEqual([]);
    // What each page is about, in prose: no install line, no program, no picture.
    const silent = short
      .split('\n')
      .filter((line) => /^- (?!\[.*\]\(.*\): (?!(sh|ts|Date:) )[^!]{8})/.test(line));
    expect(silent).toEqual([]);
    expect(listed).toEqual(
      expect.arrayContaining(['packages/runner.md', 'packages/runner/limits.md']),
    );
    // An example is a program to copy, so its page has all of it.
    const example = readFileSync(`${here}dist/examples/own-policy.md`, 'utf8');
    const titles = [...example.matchAll(/^## `(.*)`\n\n`{3,4}ts$/gm)].map(([, name]) => name);
    expect(titles).toEqual(['main.ts', 'policy.test.ts', 'policy.ts']);
    const full = readFileSync(`${here}dist/llms-full.txt`, 'utf8');
    for (const title of ['# Budgets', '# Limits and budgets']) expect(full).toContain(title);
  });
});

describe('the pages as Markdown', () => {
  const link = /!?\[(?:[^\]\\]|\\.)*\]\((?!https?:|mailto:|data:|#)([^)\s#]+)/g;

  it('link to pages and pictures that are there', () => {
    const names = readdirSync(`${here}dist`, { recursive: true, encoding: 'utf8' });
    const pages = names.filter((name) => name.endsWith('.md'));
    expect(pages.length).toBeGreaterThan(100);
    const dead = pages.flatMap((page) => {
      const prose = readFileSync(`${here}dist/${page}`, 'utf8')
        .replaceAll(/^ *(`{3,})[^]*?^ *\1 *$/gm, '')
        .replaceAll(/`[^`\n]*`/g, '');
      return [...prose.matchAll(link)]
        .map(([, path = '']) => posix.join(posix.dirname(page), path))
        .filter((path) => !names.includes(path))
        .map((path) => `${page}: ${path}`);
    });
    expect(dead).toEqual([]);
  });
});

describe.skipIf(executablePath === undefined)(`the site in Chromium${skipped}`, () => {
  let browser: Browser;
  beforeAll(async () => {
    const quiet = ['quic', 'gpu', 'background-networking', 'component-update', 'sync'];
    browser = await chromium.launch({
      ...(executablePath !== undefined && { executablePath }),
      args: ['--no-sandbox', '--no-first-run', ...quiet.map((part) => `--disable-${part}`)],
    });
  });
  afterAll(() => browser.close());

  const pages = [
    ...['/', '/start/ask', '/guides/budgets', '/errors/', '/compare/'],
    ...['/packages/runner', '/packages/runner/options', '/packages/sandbox/backends'],
  ];
  const looks = [1280, 390].flatMap((width) =>
    (['light', 'dark'] as const).map((colorScheme) => ({ width, colorScheme })),
  );

  it.each(looks)('has no barrier at $width, $colorScheme', async ({ width, colorScheme }) => {
    const page = await browser.newPage({ viewport: { width, height: 900 }, colorScheme });
    const faults: string[] = [];
    page.on('pageerror', ({ message }) => faults.push(message));
    page.on('request', (request) => {
      if (!request.url().startsWith(home) && !/^(data|blob):/.test(request.url())) {
        faults.push(`asks ${request.url()}`);
      }
    });
    for (const path of pages) {
      await page.goto(home + path, { waitUntil: 'networkidle' });
      await page.evaluate(checker.source);
      const found = await page.evaluate(async () => {
        const { axe } = globalThis as unknown as { axe: typeof checker };
        const { violations } = await axe.run(document, { resultTypes: ['violations'] });
        return violations.map(({ id, impact, nodes }) => `${impact} ${id}: ${nodes[0]?.html}`);
      });
      faults.push(...found.map((line) => `${path} ${line}`));
      const isTooWide = await page.evaluate(
        () => document.documentElement.scrollWidth > document.documentElement.clientWidth,
      );
      if (isTooWide) faults.push(`${path} is wider than the window`);
    }
    await page.close();
    expect(faults).toEqual([]);
  });

  it('finds a page by a word, without a network', async () => {
    const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
    await page.goto(home, { waitUntil: 'networkidle' });
    await page.keyboard.press('Control+k');
    await page.getByRole('searchbox').fill('pool_full');
    await page.locator('.VPLocalSearchBox .result').first().waitFor();
    expect(await page.locator('.VPLocalSearchBox').innerText()).toContain('pool_full');
    await page.close();
  });
});

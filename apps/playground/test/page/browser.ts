import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core';

const executablePath = ['/usr/bin/chromium', '/usr/bin/chromium-browser'].find((path) =>
  existsSync(path),
);

/** Why nothing can be tried in a browser here; undefined where it can. */
export const noBrowser = executablePath === undefined ? 'there is no chromium' : undefined;

const usualSize = { width: 1280, height: 800 };
const quiet = ['quic', 'gpu', 'background-networking', 'component-update', 'sync'];
/** A process for each new page took half of the time of these tests. What is animated takes time as long as it is shown. */
const cheap = ['renderer-process-limit=1', 'process-per-site', 'force-prefers-reduced-motion'];

let browser: Promise<Browser> | undefined;
let shared: Promise<BrowserContext> | undefined;
let kept: Page | undefined;

/**
 * Opens Debian's Chromium, which asks nobody for anything by itself: one for all tests of this process, with which it ends.
 * Who opens a context in it closes the context.
 */
export function openBrowser(): Promise<Browser> {
  browser ??= chromium.launch({
    ...(executablePath !== undefined && { executablePath }),
    args: [
      ...['--no-sandbox', '--no-first-run', '--disable-site-isolation-trials'],
      ...quiet.map((part) => `--disable-${part}`),
      ...cheap.map((part) => `--${part}`),
    ],
  });
  return browser;
}

/**
 * The context of all tests that need none of their own. An empty page stays in it: with the last page its process would
 * end, and the first page of a new one takes a second of a processor. What a page keeps is kept by its server's port.
 */
export function openContext(): Promise<BrowserContext> {
  shared ??= openBrowser().then(async (opened) => {
    const context = await opened.newContext({ viewport: usualSize });
    context.setDefaultTimeout(120_000);
    kept = await context.newPage();
    return context;
  });
  return shared;
}

/** Closes the pages that a test opened in {@link openContext}. */
export async function closePages(): Promise<void> {
  const pages = (await shared)?.pages() ?? [];
  await Promise.all(pages.filter((page) => page !== kept).map((page) => page.close()));
}

/**
 * Makes a picture of a page in `reports/`, to be looked at by people: with `RLM_PICTURES=1` only, since a picture takes more
 * time than most of what is tested.
 */
export async function picture(page: Page, name: string): Promise<void> {
  if (process.env['RLM_PICTURES'] !== '1') return;
  const path = fileURLToPath(new URL(`../../reports/${name}.png`, import.meta.url));
  await page.screenshot({ path });
}

/** A page that is watched. */
export interface WatchedPage {
  readonly page: Page;
  /** What the page must not do: errors, violations of its policy, requests to others, code that came with a run. */
  readonly faults: string[];
}

/** Opens a page, and notes what it must not do. `home` is the one origin that it may ask. */
export async function openPage(context: BrowserContext, home: string): Promise<WatchedPage> {
  const page = await context.newPage();
  const faults: string[] = [];
  page.on('console', (message) => {
    // What the server refuses is told in the page; the browser notes it too.
    const isRefusal = message.text().includes(' with a status of 400 ');
    if (message.type() === 'error' && !isRefusal) faults.push(`console: ${message.text()}`);
  });
  page.on('pageerror', ({ message }) => faults.push(`error: ${message}`));
  page.on('dialog', (dialog) => {
    faults.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('request', (request) => {
    const url = request.url();
    if (!url.startsWith(home) && !/^(data|blob):/.test(url)) faults.push(`request: ${url}`);
  });
  return { page, faults };
}

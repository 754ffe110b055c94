import { existsSync } from 'node:fs';

import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core';

const executablePath = ['/usr/bin/chromium', '/usr/bin/chromium-browser'].find((path) =>
  existsSync(path),
);

/** Why nothing can be tried in a browser here; undefined where it can. */
export const noBrowser = executablePath === undefined ? 'there is no chromium' : undefined;

/** Opens Debian's Chromium, which asks nobody for anything by itself. */
export async function openBrowser(): Promise<Browser> {
  const quiet = ['quic', 'gpu', 'background-networking', 'component-update', 'sync'];
  return await chromium.launch({
    ...(executablePath !== undefined && { executablePath }),
    args: ['--no-sandbox', '--no-first-run', ...quiet.map((part) => `--disable-${part}`)],
  });
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

import { mkdtemp, mkdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import type { Browser } from 'playwright-core';

import { openRuns } from '../../src/runs/runs.js';
import type { ServeLimits } from '../../src/serve/limits.js';
import { openServer, type ServeOptions } from '../../src/serve/open-server.js';
import { openBrowser } from './browser.js';

/** A server with the built page, and a browser to open it in. */
export interface House extends AsyncDisposable {
  readonly folder: string;
  /** With the token. */
  readonly address: string;
  /** The origin. */
  readonly home: string;
  readonly browser: Browser;
}

/** A path in this package. */
export const inPackage = (path: string): string =>
  fileURLToPath(new URL(`../../${path}`, import.meta.url));

/** Opens both; they end with the disposal. */
export async function openHouse(
  limits: Partial<ServeLimits> = {},
  more: Partial<ServeOptions> = {},
): Promise<House> {
  const folder = await mkdtemp(join(tmpdir(), 'rlm-page-'));
  await mkdir(inPackage('reports'), { recursive: true });
  const [server, browser] = await Promise.all([
    openServer({
      port: 0,
      runs: openRuns(join(folder, 'runs')),
      page: inPackage('dist/page'),
      naming: { environment: {} },
      findEndpoints: () => Promise.resolve([]),
      limits,
      onFault: (error) => {
        throw error;
      },
      ...more,
    }),
    openBrowser(),
  ]);
  const { address } = server;
  return {
    folder,
    address,
    home: new URL(address).origin,
    browser,
    async [Symbol.asyncDispose]() {
      await browser.close();
      await server.close();
      await rm(folder, { recursive: true });
    },
  };
}

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import type { BrowserContext } from 'playwright-core';

import { openRuns } from '../../src/runs/runs.js';
import type { ServeLimits } from '../../src/serve/limits.js';
import { openServer, type ServeOptions } from '../../src/serve/open-server.js';
import { keepProcess } from '../support/keep-process.js';
import { homeAt } from '../support/run-command.js';
import { closePages, openContext } from './browser.js';

/** A server with the built page, and a context of a browser to open it in. */
export interface House extends AsyncDisposable {
  readonly folder: string;
  /** With the token. */
  readonly address: string;
  /** The origin. */
  readonly home: string;
  /** The one of all houses. */
  readonly context: BrowserContext;
}

/** A path in this package. */
export const inPackage = (path: string): string =>
  fileURLToPath(new URL(`../../${path}`, import.meta.url));

/** Opens both; the server ends with the disposal, and so do the pages of the context. */
export async function openHouse(
  limits: Partial<ServeLimits> = {},
  more: Partial<ServeOptions> = {},
): Promise<House> {
  const folder = await mkdtemp(join(tmpdir(), 'rlm-page-'));
  const [server, context] = await Promise.all([
    openServer({
      port: 0,
      runs: openRuns(undefined, homeAt(folder)),
      page: inPackage('dist/page'),
      naming: { environment: {} },
      findEndpoints: () => Promise.resolve([]),
      limits,
      onFault: (error) => {
        throw error;
      },
      ...more,
    }),
    openContext(),
    keepProcess(),
  ]);
  const { address } = server;
  return {
    folder,
    address,
    home: new URL(address).origin,
    context,
    async [Symbol.asyncDispose]() {
      await closePages();
      await server.close();
      await rm(folder, { recursive: true });
    },
  };
}

import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { serveStatic } from '@hono/node-server/serve-static';
import type { Hono } from 'hono';

import type { RouteEnvironment } from './route.js';

const notBuilt = `The page is not built yet.

Build it with "npm start -- serve" in the folder of the repository (or "pnpm build" in apps/playground), and load this address again.
`;

/** The page. Its files are not secret: it finds the token after the `#` of its address, which no browser sends. */
export function addPage(app: Hono<RouteEnvironment>, folder: string): void {
  app.get('/', async (c) => {
    c.header('Cache-Control', 'no-store');
    const file = join(folder, 'index.html');
    return existsSync(file) ? c.html(await readFile(file, 'utf8')) : c.text(notBuilt);
  });
  if (!existsSync(folder)) return;
  app.get(
    '/*',
    serveStatic<RouteEnvironment>({
      root: folder,
      onFound: (_path, c) => {
        c.header('Cache-Control', 'no-cache');
      },
    }),
  );
}

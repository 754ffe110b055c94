import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { serveStatic } from '@hono/node-server/serve-static';
import type { Hono } from 'hono';

import type { Access } from '../http/access.js';
import { ProblemError } from '../http/problem.js';
import type { RouteEnvironment } from './route.js';

const notBuilt = `The page is not built yet.

Build it with "npm start -- serve" in the folder of the repository (or "pnpm build" in apps/playground), and load this address again.
`;

const wrongToken =
  'the token of this address is of another server, or of an earlier one: open the address that rlm serve printed';

/** The page: whoever opens the address with the token gets the cookie. Its files are no secret. */
export function addPage(app: Hono<RouteEnvironment>, folder: string, access: Access): void {
  app.get('/', async (c) => {
    if (c.req.query('token') !== undefined) {
      if (!access.isInvited(new URL(c.req.url))) {
        // A person reads words, a program JSON.
        if (c.req.header('accept')?.includes('text/html') === true) return c.text(wrongToken, 401);
        throw new ProblemError('unauthorized', wrongToken);
      }
      const cookie = access.newCookie(c.req.raw);
      if (cookie !== undefined) c.header('Set-Cookie', cookie);
    }
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

import { Hono } from 'hono';

import type { Access } from './http/access.js';
import { ProblemError, problemResponse } from './http/problem.js';
import { addPage } from './routes/page-routes.js';
import type { Route, RouteEnvironment } from './routes/route.js';

/** What the server is made of. */
export interface AppParts {
  readonly access: Access;
  readonly routes: readonly Route[];
  /** The folder of the built page. */
  readonly page: string;
  /** Called with faults of the server itself. */
  readonly onFault: (error: unknown) => void;
}

const notFound = (path: string): ProblemError =>
  new ProblemError('not_found', `there is nothing at ${path}`);

/** Everything that the server answers. */
export function createApp({ access, routes, page, onFault }: AppParts): Hono<RouteEnvironment> {
  const app = new Hono<RouteEnvironment>();
  const answerProblem = (error: unknown): Response => {
    if (error instanceof ProblemError) return problemResponse(error);
    onFault(error);
    // What went wrong is for who runs the server: it may name files.
    return problemResponse(
      new ProblemError('internal', 'the server has failed; its terminal says why'),
    );
  };

  app.use(async (c, next) => {
    access.requirePlace(c.req.raw);
    await next();
  });
  app.use('/api/*', async (c, next) => {
    access.requireOwnPage(c.req.raw);
    c.set('client', access.clientOf(c.req.raw));
    // Events would be sent without a reader.
    if (c.req.method === 'HEAD') {
      throw new ProblemError('method', `${c.req.path} takes no HEAD`, { Allow: 'GET' });
    }
    await next();
  });
  for (const { path, methods } of routes) {
    for (const [method, answer] of Object.entries(methods)) {
      app.on(method, `/api${path}`, async (c) => answer(c));
    }
    const allow = Object.keys(methods).join(', ');
    app.all(`/api${path}`, (c) => {
      throw new ProblemError('method', `${c.req.path} takes ${allow}, not ${c.req.method}`, {
        Allow: allow,
      });
    });
  }
  app.all('/api/*', (c) => {
    throw notFound(c.req.path);
  });
  addPage(app, page);
  app.all('*', (c) => {
    if (c.req.method === 'GET' || c.req.method === 'HEAD') throw notFound(c.req.path);
    throw new ProblemError('method', `${c.req.path} takes GET, not ${c.req.method}`, {
      Allow: 'GET',
    });
  });
  app.onError(answerProblem);
  return app;
}

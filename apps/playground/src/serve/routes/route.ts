import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';

/** What a request is answered with beside itself. */
export interface RouteEnvironment {
  Bindings: HttpBindings;
  Variables: { client: string };
}

/** What a handler is given. */
export type RouteContext = Context<RouteEnvironment>;

/** A path below `/api`, and what each method does there. */
export interface Route {
  readonly path: string;
  readonly methods: Readonly<
    Partial<Record<'GET' | 'PUT' | 'POST' | 'DELETE', (c: RouteContext) => Promise<Response>>>
  >;
}

import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

import { ProblemError } from './problem.js';

/** Who may talk to the server, and how it tells clients apart. */
export interface Access {
  readonly token: string;
  /** Throws if a request came by another name, or from the page of another site. */
  requirePlace(request: Request): void;
  /** Throws if a browser says that a page of another place asks, even one of another port of this machine. */
  requireOwnPage(request: Request): void;
  /** The name of the client that sends a request. Throws without the token. */
  clientOf(request: Request): string;
}

/** The name of a client, which it chooses itself. */
const clientPattern = /^[\w-]{1,64}$/;

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Whether two secrets are the same: what it takes says nothing about where they differ. */
const isSame = (one: string, other: string): boolean => timingSafeEqual(digest(one), digest(other));

/**
 * Lets in who has the token, by names of this machine's loopback alone: a page of another site, and a name that was made to
 * point here, are refused. The token comes in a header that the page sets: a cookie would go to every port of this machine.
 *
 * @param port Where the server listens: known when the first request comes.
 */
export function createAccess(port: () => number): Access {
  const token = randomBytes(24).toString('base64url');

  return {
    token,
    requirePlace(request) {
      const hosts = ['127.0.0.1', 'localhost', '[::1]'].map((name) => `${name}:${port()}`);
      const host = request.headers.get('host') ?? '';
      if (!hosts.includes(host.toLowerCase())) {
        throw new ProblemError(
          'forbidden',
          `this server answers to ${hosts[0] ?? ''} and localhost:${port()} alone, not to ${JSON.stringify(host)}`,
        );
      }
      const origin = request.headers.get('origin');
      if (origin !== null && origin.toLowerCase() !== `http://${host.toLowerCase()}`) {
        throw new ProblemError(
          'forbidden',
          `this server answers only to its own page, not to one of ${JSON.stringify(origin)}`,
        );
      }
    },
    requireOwnPage(request) {
      const site = request.headers.get('sec-fetch-site') ?? 'none';
      if (site === 'same-origin' || site === 'none') return;
      throw new ProblemError('forbidden', 'this server answers only to its own page');
    },
    clientOf(request) {
      const [, given = '', client = 'bearer'] =
        /^Bearer +([^\s.]+)(?:\.(\S*))?$/i.exec(request.headers.get('authorization') ?? '') ?? [];
      if (isSame(given, token) && clientPattern.test(client)) return client;
      throw new ProblemError(
        'unauthorized',
        'open the address with the token that rlm serve printed, or send it as "Authorization: Bearer <token>"',
        { 'WWW-Authenticate': 'Bearer' },
      );
    },
  };
}

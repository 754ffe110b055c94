import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

import { ProblemError } from './problem.js';

/** Who may talk to the server, and how it tells clients apart. */
export interface Access {
  readonly token: string;
  /** Throws where a request came by another name, or from the page of another site. */
  requirePlace(request: Request): void;
  /** Throws where a browser says that a page of another place asks, if only one of another port: it would send the cookie. */
  requireOwnPage(request: Request): void;
  /** Who sends a request: a browser by the cookie of its address, others by the token. Throws without the token. */
  clientOf(request: Request): string;
  /** Whether the address has the token. */
  isInvited(url: URL): boolean;
  /** The cookie for a browser that has opened the address; undefined where it has one. */
  newCookie(request: Request): string | undefined;
}

/** Of a token, and of the name of a client. */
const clientPattern = /^[\w-]{1,64}$/;

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Whether two secrets are the same: what it takes says nothing about where they differ. */
const isSame = (one: string, other: string): boolean => timingSafeEqual(digest(one), digest(other));

/**
 * Lets in who has the token, by names of this machine's loopback alone: a page of another site, and a name that was made to
 * point here, are refused.
 *
 * @param port Where the server listens: known when the first request comes.
 */
export function createAccess(port: () => number): Access {
  const token = randomBytes(24).toString('base64url');
  // Cookies do not tell ports apart.
  const cookieName = (): string => `rlm-${port()}`;

  const cookieOf = (request: Request): readonly [token: string, client: string] | undefined => {
    for (const cookie of (request.headers.get('cookie') ?? '').split(';')) {
      const [name, value = ''] = cookie.trim().split('=');
      if (name !== cookieName()) continue;
      const [given = '', client = ''] = value.split('.');
      if (isSame(given, token) && clientPattern.test(client)) return [given, client];
    }
    return undefined;
  };

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
          `this server answers to its own page alone, not to one of ${JSON.stringify(origin)}`,
        );
      }
    },
    requireOwnPage(request) {
      const site = request.headers.get('sec-fetch-site') ?? 'none';
      if (site === 'same-origin' || site === 'none') return;
      throw new ProblemError('forbidden', 'this server answers to its own page alone');
    },
    clientOf(request) {
      const bearer = /^Bearer +(\S+)$/i.exec(request.headers.get('authorization') ?? '')?.[1];
      if (bearer !== undefined && isSame(bearer, token)) return 'bearer';
      const client = bearer === undefined ? cookieOf(request)?.[1] : undefined;
      if (client !== undefined) return client;
      throw new ProblemError(
        'unauthorized',
        'open the address with the token that rlm serve printed, or send it as "Authorization: Bearer <token>"',
        { 'WWW-Authenticate': 'Bearer' },
      );
    },
    isInvited(url) {
      const given = url.searchParams.get('token');
      return given !== null && isSame(given, token);
    },
    newCookie(request) {
      if (cookieOf(request) !== undefined) return undefined;
      const client = randomBytes(9).toString('base64url');
      return `${cookieName()}=${token}.${client}; HttpOnly; SameSite=Strict; Path=/`;
    },
  };
}

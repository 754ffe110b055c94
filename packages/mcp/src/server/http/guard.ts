import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** What a request must have. */
export interface GuardRules {
  readonly token: string;
  readonly hosts: ReadonlySet<string>;
  readonly origins: ReadonlySet<string>;
}

/** Why a request is refused. */
export interface Refusal {
  readonly status: number;
  readonly message: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The path of the server's one address. */
export const mcpPath = '/mcp';

/**
 * Why a request is refused; undefined if it may pass. A page whose name was pointed at this machine (DNS rebinding) has
 * its own `Host`; any other page has an `Origin`.
 */
export function refusalOf(
  { headers, url = '' }: Pick<IncomingMessage, 'headers' | 'url'>,
  { token, hosts, origins }: GuardRules,
): Refusal | undefined {
  if (!hosts.has(hostnameOf(headers.host))) {
    return { status: 403, message: 'This name of the server is not allowed (Host).' };
  }
  const { origin, authorization = '' } = headers;
  if (origin !== undefined && !origins.has(origin)) {
    return { status: 403, message: 'Pages of this origin are not allowed (Origin).' };
  }
  if (url.split('?')[0] !== mcpPath) {
    return { status: 404, message: `The only address is ${mcpPath}.` };
  }
  const [, given = ''] = /^Bearer +(.+)$/i.exec(authorization) ?? [];
  if (isSame(given, token)) return undefined;
  return {
    status: 401,
    message: 'A token is needed (Authorization: Bearer).',
    headers: { 'www-authenticate': 'Bearer' },
  };
}

/** The name in a `Host` header, without its port and in lower case; empty without one. */
export function hostnameOf(host: string | undefined): string {
  const url = `http://${host ?? ''}`;
  return host !== undefined && URL.canParse(url) ? new URL(url).hostname : '';
}

/** Compares two texts in a time that does not depend on where they differ. */
const isSame = (one: string, other: string): boolean => timingSafeEqual(hashOf(one), hashOf(other));

const hashOf = (text: string): Buffer => createHash('sha256').update(text).digest();

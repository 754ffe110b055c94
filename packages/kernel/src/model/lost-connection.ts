import { messageOf } from '@rlm/repl-types/internal';

import { causesOf, innermostReason, textIn } from './fault-causes.js';
import { plainLine } from './plain-line.js';
import { saysNothing } from './said-in.js';

/** A connection that was not made. */
export interface LostConnection {
  readonly isPassing: boolean;
  readonly message: (own: string) => string;
}

const connectionCodes: ReadonlySet<unknown> = new Set([
  ...['ECONNRESET', 'ECONNREFUSED', 'ECONNABORTED', 'ETIMEDOUT', 'EPIPE', 'EAI_AGAIN', 'ENOTFOUND'],
  ...['EHOSTUNREACH', 'EHOSTDOWN', 'ENETUNREACH', 'ENETDOWN', 'ConnectionRefused'],
  ...['UND_ERR_SOCKET', 'UND_ERR_CONNECT_TIMEOUT', 'UND_ERR_HEADERS_TIMEOUT'],
  ...['UND_ERR_BODY_TIMEOUT', 'ConnectionClosed', 'FailedToOpenSocket'],
]);

/** Codes of a connection that fails each time: of certificates, of another protocol, of a wrong address. */
const lastingLink = /CERT|SELF_SIGNED|UNABLE_TO_|SSL|TLS|EPROTO|^HPE_|ERR_INVALID_URL/;

/** What `fetch` throws whatever went wrong, and what packages of providers make of it. */
const fetchFailed =
  /^(?:fetch failed|failed to fetch|cannot connect to api\b.*|connection error\.?)$/i;

/** The connection that was not made, if that is what a fault is about. */
export function lostConnection(fault: unknown): LostConnection | undefined {
  const codes = codesIn(fault);
  const isNamed = fault instanceof Error && fetchFailed.test(messageOf(fault).trim());
  const isLost = codes.some((code) => connectionCodes.has(code));
  const lasts = codes.some((code) => lastingLink.test(code));
  if (!isNamed && !isLost && !lasts) return undefined;
  const reason = innermostReason(fault);
  const hasNoCode = reason !== undefined && codes.length === 0;
  return {
    // Without a code, it is such as a bad port or an unknown scheme. After a time-out, the server would begin again.
    isPassing: !lasts && !codes.includes(headersTimeout) && (isLost || !hasNoCode),
    message: (own) => {
      const url = placeOf(fault);
      const place = url ?? "the model's server";
      if (ranOutOfTime(fault)) return `No answer came from ${place} in time. ${timeOutAdvice}`;
      if (isNamed || saysNothing(own)) return plainLine(`Cannot reach ${place}: ${reason ?? own}`);
      const words = causesOf(fault)
        .slice(1)
        .some((below) => textIn(below, 'message') !== undefined);
      return reason === undefined || !words || own.includes(reason)
        ? own
        : plainLine(`${own}: ${reason}`);
    },
  };
}

/** The codes of an error and of its causes. */
function codesIn(fault: unknown): readonly string[] {
  return causesOf(fault).flatMap((one) => textIn(one, 'code') ?? []);
}

/** Codes of a connection that was never made: nothing was sent. */
const unmadeCodes: ReadonlySet<string> = new Set([
  ...['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT'],
]);

/** Whether a connection was never made, so that nothing was sent. */
export function wasNeverMade(fault: unknown): boolean {
  return codesIn(fault).some((code) => unmadeCodes.has(code));
}

/** The address that was asked, without what may be secret. */
export function placeOf(fault: unknown): string | undefined {
  const url = textIn(fault, 'url');
  return url === undefined
    ? undefined
    : plainLine(url.replace(/[?#].*$/s, '').replace(/\/\/[^/@]*@/, '//'), 300);
}

const headersTimeout = 'UND_ERR_HEADERS_TIMEOUT';

/** Whether the connection ended because the provider worked for longer than its `fetch` waits. */
export function ranOutOfTime(fault: unknown): boolean {
  const codes = codesIn(fault);
  return codes.includes(headersTimeout) || codes.includes('UND_ERR_BODY_TIMEOUT');
}

/** What to do about that. */
export const timeOutAdvice =
  'The fetch of Node.js waits 300 s for headers, and for each part of a reply, whatever limits.callTimeoutMs says. Give your provider one that waits longer: fetch: (url, init) => fetch(url, { ...init, dispatcher }), with dispatcher = new Agent({ headersTimeout: 0, bodyTimeout: 0 }) and Agent from the package undici';

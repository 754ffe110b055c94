import { RlmError } from '@rlm/repl-types';
import { messageOf } from '@rlm/repl-types/internal';

import { ModelError } from './errors.js';
import { retryAfterOf } from './retry-after.js';

/**
 * The error of a provider (one with an HTTP status, a lost connection, or a word on retrying) as a
 * {@link ModelError}; any other error stays as it is.
 */
export function toModelError(fault: unknown): Error {
  if (RlmError.isInstance(fault)) return fault;
  const fields = (typeof fault === 'object' && fault !== null ? fault : {}) as Fault;
  const statusCode = firstNumber(fields.statusCode, fields.status);
  const broken = brokenBy(fault, statusCode);
  if (broken !== undefined) {
    const said = broken === '' ? '' : `: ${broken}`;
    const message = `The connection broke before the reply was finished${said}`;
    return new ModelError(message, { isRetryable: true, cause: fault });
  }
  const retryAfterMs = fields.retryAfterMs ?? retryAfterOf(fields);
  const isLost = isConnectionFault(fields);
  const isProviders = statusCode !== undefined || isLost || typeof fields.isRetryable === 'boolean';
  if (fault instanceof Error && !isProviders) return fault;
  return new ModelError(withStatus(messageOf(fault), statusCode), {
    isRetryable: fields.isRetryable ?? (isMendable(statusCode) || isLost),
    cause: fault,
    ...(statusCode === undefined ? {} : { statusCode }),
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
  });
}

interface Fault {
  readonly statusCode?: unknown;
  readonly status?: unknown;
  readonly isRetryable?: boolean;
  readonly retryAfterMs?: number;
  /** Where errors of model SDKs, and of `fetch`, keep the headers of the response. */
  readonly responseHeaders?: unknown;
  readonly headers?: unknown;
  readonly response?: unknown;
  readonly code?: unknown;
  readonly cause?: unknown;
}

const connectionCodes: ReadonlySet<unknown> = new Set([
  'ECONNRESET',
  'ECONNREFUSED',
  'ETIMEDOUT',
  'EPIPE',
  'EAI_AGAIN',
  'UND_ERR_SOCKET',
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_HEADERS_TIMEOUT',
]);

/** Statuses after which a provider may be asked again. */
function isMendable(statusCode: number | undefined): boolean {
  return (
    statusCode !== undefined &&
    (statusCode === 408 || statusCode === 409 || statusCode === 429 || statusCode >= 500)
  );
}

function isConnectionFault({ code, cause }: Fault): boolean {
  const below = (cause as { readonly code?: unknown } | null | undefined)?.code;
  return connectionCodes.has(code) || connectionCodes.has(below);
}

/** Codes of a connection that broke when it was there. */
const breakCodes: ReadonlySet<unknown> = new Set(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET']);

/**
 * What broke the connection in the midst of a reply; undefined if nothing did. A provider's package calls that a response of success which
 * it could not read: the reason is among the causes.
 */
function brokenBy(fault: unknown, statusCode: number | undefined): string | undefined {
  if (statusCode !== undefined && (statusCode < 200 || statusCode > 299)) return undefined;
  let below = fault;
  for (let depth = 0; depth < maxCauses && below instanceof Error; depth += 1) {
    const { message, cause } = below;
    if (breakCodes.has((below as Fault).code)) return message;
    // What undici says of a body that ends too early, around its reason.
    if (below instanceof TypeError && message === 'terminated')
      return cause instanceof Error ? cause.message : '';
    below = cause;
  }
  return undefined;
}

const maxCauses = 5;

function firstNumber(...values: readonly unknown[]): number | undefined {
  return values.find((value) => typeof value === 'number');
}

/** A message that names the status: a provider's own words often do not. */
function withStatus(message: string, statusCode: number | undefined): string {
  if (statusCode === undefined || new RegExp(`\\b${statusCode}\\b`).test(message)) return message;
  return `HTTP ${statusCode}: ${message}`;
}

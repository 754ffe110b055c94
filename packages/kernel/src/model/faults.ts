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

function firstNumber(...values: readonly unknown[]): number | undefined {
  return values.find((value) => typeof value === 'number');
}

/** A message that names the status: a provider's own words often do not. */
function withStatus(message: string, statusCode: number | undefined): string {
  if (statusCode === undefined || new RegExp(`\\b${statusCode}\\b`).test(message)) return message;
  return `HTTP ${statusCode}: ${message}`;
}

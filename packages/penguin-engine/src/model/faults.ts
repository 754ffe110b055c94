import { RlmError } from '@rlm/repl-types';

import { ModelError } from './errors.js';

/**
 * The error of a provider (one with an HTTP status, a lost connection, or a word on retrying) as a
 * {@link ModelError}; any other error stays as it is.
 */
export function toModelError(fault: unknown): Error {
  if (RlmError.isInstance(fault)) return fault;
  const fields = (typeof fault === 'object' && fault !== null ? fault : {}) as Fault;
  const statusCode = firstNumber(fields.statusCode, fields.status);
  const retryAfterMs = fields.retryAfterMs ?? retryAfterIn(fields.responseHeaders);
  const isLost = isConnectionFault(fields);
  const isProviders = statusCode !== undefined || isLost || typeof fields.isRetryable === 'boolean';
  if (fault instanceof Error && !isProviders) return fault;
  return new ModelError(messageOf(fault), {
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
  readonly responseHeaders?: Readonly<Record<string, string | undefined>>;
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

/** `retry-after-ms`, or `retry-after` in seconds. */
function retryAfterIn(headers: Fault['responseHeaders']): number | undefined {
  const milliseconds = Number.parseFloat(headers?.['retry-after-ms'] ?? '');
  if (milliseconds >= 0) return milliseconds;
  const seconds = Number.parseFloat(headers?.['retry-after'] ?? '');
  return seconds >= 0 ? seconds * 1000 : undefined;
}

function firstNumber(...values: readonly unknown[]): number | undefined {
  return values.find((value) => typeof value === 'number');
}

function messageOf(fault: unknown): string {
  return fault instanceof Error ? fault.message : String(fault);
}

import { RlmError } from '@rlm/repl-types';
import { messageOf } from '@rlm/repl-types/internal';

import { ModelError } from './errors.js';
import { retryAfterOf } from './retry-after.js';

/**
 * Turns a provider's error (one with an HTTP status, a lost connection, or a statement on retrying)
 * into a {@link ModelError}; returns any other error as it is.
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
  /** Where errors of model SDKs, and of `fetch`, hold the headers of the response. */
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

/** Statuses after which another attempt may succeed. */
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

/** Codes of an established connection that broke. */
const breakCodes: ReadonlySet<unknown> = new Set(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET']);

/**
 * Why the connection broke in the middle of a reply; undefined if it did not. A provider's package
 * reports that as a successful response which it could not read: the reason is among the causes.
 */
function brokenBy(fault: unknown, statusCode: number | undefined): string | undefined {
  if (statusCode !== undefined && (statusCode < 200 || statusCode > 299)) return undefined;
  for (const below of causesOf(fault)) {
    const { message, cause, code } = below;
    if (breakCodes.has(code)) return message;
    // How undici reports a body that ended too early; its cause has the reason.
    if (below instanceof TypeError && message === 'terminated')
      return cause instanceof Error ? cause.message : '';
  }
  return undefined;
}

const maxCauses = 5;

/** Codes of a connection that was never made: nothing was sent. */
const unmadeCodes: ReadonlySet<unknown> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'UND_ERR_CONNECT_TIMEOUT',
]);

/** Whether the provider did no work: it answered with an HTTP status, or was never reached. */
export function isRefusal(fault: unknown): boolean {
  if (!RlmError.isInstance(fault)) return false;
  const { statusCode } = (fault.details ?? {}) as Fault;
  // A reply that was aborted while it came is reported with the status of its response.
  if (typeof statusCode === 'number' && (statusCode < 200 || statusCode > 299)) return true;
  return ModelError.isInstance(fault) && causesOf(fault).some(({ code }) => unmadeCodes.has(code));
}

const timeOutCodes: ReadonlySet<unknown> = new Set([
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_BODY_TIMEOUT',
]);

/** Whether the connection ended because the provider worked for too long. */
export function ranOutOfTime(fault: unknown): boolean {
  return causesOf(fault).some(({ code }) => timeOutCodes.has(code));
}

/** An error and its causes, as far as they are followed. */
function causesOf(fault: unknown): readonly (Error & Fault)[] {
  const found: Error[] = [];
  for (let next = fault; next instanceof Error && found.length < maxCauses; next = next.cause) {
    found.push(next);
  }
  return found;
}

function firstNumber(...values: readonly unknown[]): number | undefined {
  return values.find((value) => typeof value === 'number');
}

/** A message that names the status, since a provider's own message often does not. */
function withStatus(message: string, statusCode: number | undefined): string {
  if (statusCode === undefined || new RegExp(`\\b${statusCode}\\b`).test(message)) return message;
  return `HTTP ${statusCode}: ${message}`;
}

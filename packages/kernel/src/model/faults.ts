import { RlmError } from '@rlm/repl-types';
import { messageOf } from '@rlm/repl-types/internal';

import { ModelError } from './errors.js';
import { causesOf, fieldIn, innermostReason, textIn } from './fault-causes.js';
import { isMendable, isUnpaid, verdictOfCodes, verdictOfWords } from './fault-verdict.js';
import {
  lostConnection,
  placeOf,
  ranOutOfTime,
  timeOutAdvice,
  wasNeverMade,
  type LostConnection,
} from './lost-connection.js';
import { isPage, plainLine } from './plain-line.js';
import { saysTooLong } from './prompt-too-long.js';
import { retryAfterOf } from './retry-after.js';
import { saidIn, saysNothing, statusOf, type Said } from './said-in.js';

/**
 * Turns whatever a provider threw or sent as an error into a {@link ModelError}: its message is the server's own reason
 * as one line, and it knows whether another attempt may succeed. Returns an error that is none of a provider's as it is.
 *
 * @param isSent Whether the server sent it as an event of a stream, after it had accepted the request.
 */
export function toModelError(fault: unknown, isSent = false): Error {
  if (RlmError.isInstance(fault)) return fault;
  const status = httpStatusOf(fault);
  const answer = bodyOf(fault);
  const timedOut = ranOutOfTime(fault);
  const broken = brokenBy(fault, status, answer);
  if (broken !== undefined) {
    const message = `The connection broke before the reply was finished${broken && `: ${broken}`}`;
    return new ModelError(timedOut ? `${message}. ${timeOutAdvice}` : message, {
      isRetryable: true,
      cause: fault,
      timedOut: timedOut || undefined,
    });
  }
  if (isPageInPlace(fault, status, answer)) {
    const options = { isRetryable: false, cause: fault, statusCode: status };
    return new ModelError(withStatus(pageText(fault, answer), status), options);
  }
  const said = readSaid(fault, answer);
  const link = lostConnection(fault);
  const isSuccess = status !== undefined && status < 300;
  const statusCode = isSuccess ? (said.status ?? status) : (status ?? said.status);
  const promptTooLong = saysTooLong(statusCode, wordsOf(fault, said));
  const isOwn = promptTooLong || isProviders(fault, said, status, link);
  if (fault instanceof Error && !isOwn) return fault;
  const retryAfterMs = ownDelay(fault) ?? retryAfterOf(headersOf(fault));
  const message = messageFor(fault, said, answer, link);
  return new ModelError(withStatus(message, said.status === undefined ? status : undefined), {
    isRetryable: !promptTooLong && mayPass({ fault, said, status, link, message, isSent }),
    cause: fault,
    promptTooLong: promptTooLong || undefined,
    timedOut: timedOut || undefined,
    statusCode,
    retryAfterMs,
  });
}

/** Whether the provider did no work: it answered with an HTTP status, or was never reached. */
export function isRefusal(fault: unknown): boolean {
  if (!RlmError.isInstance(fault)) return false;
  const statusCode = fieldIn(fault.details, 'statusCode');
  // A reply that was aborted while it came is reported with the status of its response.
  if (typeof statusCode === 'number' && (statusCode < 200 || statusCode > 299)) return true;
  return ModelError.isInstance(fault) && wasNeverMade(fault);
}

/** The status of the response, wherever the packages of providers keep it. */
function httpStatusOf(fault: unknown): number | undefined {
  const places = [
    ...['statusCode', 'status', 'status_code'].map((name) => fieldIn(fault, name)),
    fieldIn(fieldIn(fault, 'response'), 'status'),
    fieldIn(fieldIn(fault, '$metadata'), 'httpStatusCode'),
  ];
  const status = places.find((place): place is number => typeof place === 'number');
  // An event of a stream has no status of its own: its numbers are among its codes.
  return fault instanceof Error || status === undefined ? status : undefined;
}

/** The body of the response, or the event that is not one of a reply; undefined if there is none. */
function bodyOf(fault: unknown): unknown {
  if (!(fault instanceof Error)) return fault;
  const response = fieldIn(fault, 'response');
  const bodies = [
    ...['responseBody', 'body', 'data', 'error', 'value', 'text'].map((name) =>
      fieldIn(fault, name),
    ),
    ...['data', 'body'].map((name) => fieldIn(response, name)),
  ];
  return bodies.find((body) => (typeof body === 'string' && body.trim() !== '') || isData(body));
}

function isData(body: unknown): boolean {
  if (typeof body !== 'object' || body === null) return false;
  const prototype: unknown = Object.getPrototypeOf(body);
  return Array.isArray(body) || prototype === Object.prototype || prototype === null;
}

/** What the server said: in its body, else in the message of the error. The error's own codes count too. */
function readSaid(fault: unknown, answer: unknown): Said {
  const body = saidIn(answer);
  if (!(fault instanceof Error)) return body;
  const own = saidIn(isOwnWords(fault) ? messageOf(fault) : undefined);
  // The packages of the AI SDK name what they could not do, not what the server said.
  const codes = ['code', 'type', 'name']
    .flatMap((name) => textIn(fault, name) ?? [])
    .filter((code) => !code.startsWith('AI_'));
  const numbered = statusOf(fieldIn(fault, 'code'));
  return {
    reason: body.reason ?? own.reason,
    status: body.status ?? numbered ?? own.status,
    codes: [...body.codes, ...own.codes, ...codes],
  };
}

/** All that a failure says: its sentences and its codes. */
function wordsOf(fault: unknown, { reason, codes }: Said): readonly string[] {
  const texts = [reason, textIn(fault, 'message'), innermostReason(fault)];
  return [...texts.map((text) => plainLine(text ?? '')), ...codes];
}

function messageFor(
  fault: unknown,
  { reason, codes, status }: Said,
  answer: unknown,
  link: LostConnection | undefined,
): string {
  const isOwn = isOwnWords(fault);
  const own = isOwn && fault instanceof Error ? plainLine(messageOf(fault)) : '';
  if (link !== undefined) return link.message(own);
  if (reason !== undefined && /^[[{]/.test(reason)) return `The server answered with ${reason}`;
  if (reason !== undefined && !saysNothing(reason)) return reason;
  const below = isOwn ? plainLine(innermostReason(fault) ?? '') : '';
  if (below !== '' && saysNothing(own)) return below;
  const named = codes.find((code) => !saysNothing(code) && code !== 'Error');
  if (named !== undefined && saysNothing(own)) {
    const said = reason === undefined ? 'The server reported' : `${reason}:`;
    return `${said} ${plainLine(named)}`;
  }
  if (reason !== undefined && status !== undefined) return `${reason} (${String(status)})`;
  const rest = isData(answer) ? plainLine(textOfData(answer)) : '';
  if (rest !== '' && saysNothing(own)) return `The server reported an error: ${rest}`;
  return own === '' ? (reason ?? 'The server gave no reason') : own;
}

/** Whether the words of a fault are about what happened, and not about a schema that an event does not fit. */
function isOwnWords(fault: unknown): boolean {
  return textIn(fault, 'name') !== 'AI_TypeValidationError';
}

function textOfData(value: unknown): string {
  try {
    return JSON.stringify(value);
  } catch {
    return '';
  }
}

interface Verdict {
  readonly fault: unknown;
  readonly said: Said;
  readonly status: number | undefined;
  readonly link: LostConnection | undefined;
  readonly message: string;
  readonly isSent: boolean;
}

/** Whether another attempt may succeed. */
function mayPass({ fault, said, status, link, message, isSent }: Verdict): boolean {
  const { codes } = said;
  const own = fieldIn(fault, 'isRetryable');
  const isRefused = status !== undefined && status >= 300;
  // The AI SDK goes by the status alone.
  const isByStatus = textIn(fault, 'name')?.startsWith('AI_') === true;
  if (typeof own === 'boolean' && !isByStatus) return own;
  if (link !== undefined) return link.isPassing;
  if (isUnpaid(codes)) return false;
  if (isRefused) return own === true || isMendable(status);
  if (said.status !== undefined) return isMendable(said.status);
  return verdictOfCodes(codes) ?? verdictOfWords(message) ?? (isSent || own === true);
}

/** Whether an error is one of a provider: any other is left as it is. */
function isProviders(
  fault: unknown,
  said: Said,
  status: number | undefined,
  link: LostConnection | undefined,
): boolean {
  if (status !== undefined || link !== undefined) return true;
  if (typeof fieldIn(fault, 'isRetryable') === 'boolean') return true;
  return said.status !== undefined || textIn(fault, 'name')?.startsWith('AI_') === true;
}

/** Codes of an established connection that broke. */
const breakCodes: ReadonlySet<string | undefined> = new Set([
  ...['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET', 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH'],
]);

/**
 * Why the connection broke in the middle of a reply; undefined if it did not. A provider's package
 * reports that as a successful response which it could not read: the reason is among the causes.
 */
function brokenBy(fault: unknown, status: number | undefined, answer: unknown): string | undefined {
  if (!(fault instanceof Error)) return undefined;
  if (status !== undefined && (status < 200 || status > 299)) return undefined;
  for (const below of causesOf(fault)) {
    if (!(below instanceof Error)) continue;
    const message = messageOf(below);
    if (breakCodes.has(textIn(below, 'code'))) return plainLine(message);
    // How undici reports a body that ended too early; its cause has the reason.
    if (below instanceof TypeError && message === 'terminated')
      return plainLine(innermostReason(below) ?? '');
  }
  return isHalf(fault, status, answer) ? 'its end is missing' : undefined;
}

/** Whether a body, or an event of a stream, is JSON that ends in its middle. */
function isHalf(fault: Error, status: number | undefined, answer: unknown): boolean {
  const name = textIn(fault, 'name');
  if (name === 'AI_EmptyResponseBodyError') return true;
  if (name === 'SyntaxError')
    return /^Unexpected end of JSON|^Unterminated string in JSON/.test(messageOf(fault));
  if (name === 'AI_JSONParseError') return /^\s*[[{"]/.test(textIn(fault, 'text') ?? '{');
  if (status === undefined || name !== 'AI_APICallError') return false;
  const isJson = causesOf(fault).some((below) => textIn(below, 'name') === 'AI_JSONParseError');
  return (
    isJson && (answer === undefined || (typeof answer === 'string' && /^\s*[[{"]/.test(answer)))
  );
}

/** Whether a web page came where a reply was expected: the address is wrong, or asks to log in. */
function isPageInPlace(fault: unknown, status: number | undefined, answer: unknown): boolean {
  if (!(fault instanceof Error)) return false;
  if (fault.name === 'SyntaxError')
    return /^Unexpected token '?<.*\bJSON\b/s.test(messageOf(fault));
  const isFound = status !== undefined && (status < 400 || status === 404 || status === 405);
  return isFound && typeof answer === 'string' && isPage(answer);
}

function pageText(fault: unknown, answer: unknown): string {
  const place = placeOf(fault) ?? 'The server';
  const words = typeof answer === 'string' ? plainLine(answer, 200) : '';
  const sentence = `${place} answered with a web page instead of a model's reply; is the base URL right (it mostly ends in /v1)?`;
  return words === '' ? sentence : `${sentence} The page says: ${words}`;
}

/** Where an error may have the headers of the response. */
function headersOf(fault: unknown): Parameters<typeof retryAfterOf>[0] {
  const [responseHeaders, headers, response] = ['responseHeaders', 'headers', 'response'].map(
    (name) => fieldIn(fault, name),
  );
  return { responseHeaders, headers, response };
}

/** How long the error itself says to wait. */
function ownDelay(fault: unknown): number | undefined {
  const delay = fieldIn(fault, 'retryAfterMs');
  return typeof delay === 'number' ? delay : undefined;
}

/** A message that names the status, since a provider's own message often does not. */
function withStatus(message: string, status: number | undefined): string {
  if (status === undefined || (status < 300 && !saysNothing(message))) return message;
  return new RegExp(`\\b${status}\\b`).test(message) ? message : `HTTP ${status}: ${message}`;
}

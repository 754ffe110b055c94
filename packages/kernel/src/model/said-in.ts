import { fieldIn } from './fault-causes.js';
import { plainLine } from './plain-line.js';

/** What a server says in the body of a response, or in an event of a stream, that is an error. */
export interface Said {
  /** Its reason, as one line; undefined if there is none. */
  readonly reason: string | undefined;
  /** The first number among its codes that is a status of HTTP for a failure. */
  readonly status: number | undefined;
  /** The other codes and types. */
  readonly codes: readonly string[];
}

/** Where the parts of an error stand, in the order in which they are looked for. */
const inner = ['error', 'Error', 'fault', 'base_resp'];
const texts = [
  ...['message', 'Message', 'msg', 'error_description', 'error_message', 'errorMessage'],
  ...['error_msg', 'status_msg', 'faultstring', 'detail', 'reason', 'description', 'title'],
];
const outer = ['errors', 'details', 'innererror', 'metadata', 'raw', 'data', 'body', 'response'];
const coded = [
  ...['code', 'status', 'statusCode', 'status_code', 'error_code', 'http_code', 'type'],
  ...['error_type', '__type', 'reason', 'errorCode'],
];

const maxDepth = 6;
const maxItems = 3;

/** Reads what a server says: a text, which may be JSON, markup or an event, or the data of it. */
export function saidIn(body: unknown): Said {
  const statuses: number[] = [];
  const codes: string[] = [];
  const seen = new Set<unknown>();
  const note = (value: unknown): void => {
    const status = statusOf(value);
    if (status !== undefined) statuses.push(status);
    else if (typeof value === 'string' && value.length <= 100) codes.push(value);
  };

  const read = (value: unknown, depth: number): string | undefined => {
    if (depth > maxDepth) return undefined;
    if (typeof value === 'string') return readText(value, depth);
    if (Array.isArray(value)) {
      const items = value.slice(0, maxItems).map((item: unknown) => read(item, depth + 1));
      const reasons = new Set(items.filter((item) => item !== undefined));
      return reasons.size === 0 ? undefined : [...reasons].join('; ');
    }
    if (typeof value !== 'object' || value === null || seen.has(value)) return undefined;
    seen.add(value);
    for (const name of coded) note(fieldIn(value, name));
    const error = fieldIn(value, 'error');
    note(error);
    const found = [
      ...inner.map((name) => fieldIn(value, name)).filter((one) => typeof one === 'object'),
      ...texts.map((name) => fieldIn(value, name)),
      error,
      ...outer.map((name) => fieldIn(value, name)),
    ].map((part) => read(part, depth + 1));
    const reason = found.find((one) => !saysNothing(one)) ?? found.find((one) => one !== undefined);
    const place: unknown = fieldIn(value, 'loc');
    return reason === undefined || !Array.isArray(place)
      ? reason
      : `${place.slice(0, 8).join('.')}: ${reason}`;
  };

  const readText = (text: string, depth: number): string | undefined => {
    const data = text.replace(/^(?:\s*event:[^\n]*\n)?\s*data:/, '').trim();
    const at = data.slice(0, 200).search(/[[{]/);
    const parsed = at < 0 ? undefined : parse(data.slice(at));
    const within = parsed === undefined ? undefined : read(parsed, depth + 1);
    const before = at < 1 ? '' : plainLine(data.slice(0, at));
    if (within !== undefined)
      return saysNothing(before) || statusOf(before) !== undefined ? within : `${before} ${within}`;
    return plainLine(data) || undefined;
  };

  const reason = read(body, 0);
  return { reason, status: statuses[0], codes };
}

/** Words that any failure has. */
const empty: ReadonlySet<string> = new Set([
  ...['', 'error', 'none', 'null', 'undefined', 'true', 'unknown', 'unknown error', 'failed'],
  ...['an error occurred', 'an unknown error occurred', 'something went wrong', 'request failed'],
  ...['bad request', 'internal server error', 'provider returned error', '[object object]'],
  ...['fetch failed', 'failed to fetch', 'connection error', 'network error', 'terminated'],
  ...['cannot connect to api', 'invalid json response', 'load failed'],
  ...['failed to process successful response', 'failed to process error response'],
]);

/** Whether a text says only that something failed. */
export function saysNothing(text: string | undefined): boolean {
  return empty.has(
    (text ?? '')
      .trim()
      .replace(/[.:!]+$/, '')
      .toLowerCase(),
  );
}

/** A number, or a text of one, that is a status of HTTP for a failure. */
export function statusOf(value: unknown): number | undefined {
  const number = typeof value === 'string' && /^\s*\d{3}\s*$/.test(value) ? Number(value) : value;
  return typeof number === 'number' && number >= 400 && number <= 599 ? number : undefined;
}

const maxJson = 1_000_000;

function parse(text: string): unknown {
  try {
    return text.length > maxJson ? undefined : (JSON.parse(text) as unknown);
  } catch {
    return undefined;
  }
}

/** Where a provider's error may hold the headers of its response. */
interface WithHeaders {
  readonly responseHeaders?: unknown;
  readonly headers?: unknown;
  readonly response?: unknown;
}

/**
 * How long a provider asks to wait, in milliseconds: `retry-after-ms`, or `retry-after` in seconds
 * or as a date, relative to the response's own `date`. Undefined if it does not say.
 */
export function retryAfterOf({
  responseHeaders,
  headers,
  response,
}: WithHeaders): number | undefined {
  const inner = (response as { readonly headers?: unknown } | null | undefined)?.headers;
  const read = readerOf(responseHeaders ?? headers ?? inner);
  const milliseconds = toNumber(read('retry-after-ms'));
  if (milliseconds !== undefined) return milliseconds;
  const text = read('retry-after');
  const seconds = toNumber(text);
  if (seconds !== undefined) return seconds * 1000;
  const wait = Date.parse(text ?? '') - Date.parse(read('date') ?? '');
  return Number.isNaN(wait) ? undefined : Math.max(0, wait);
}

/** Reads `Headers`, or a plain object of headers with names in any case. */
function readerOf(headers: unknown): (name: string) => string | undefined {
  if (typeof headers !== 'object' || headers === null) return () => undefined;
  if ('get' in headers && typeof headers.get === 'function') {
    const get = headers.get.bind(headers) as (name: string) => unknown;
    return (name) => toText(get(name));
  }
  const entries: readonly [string, unknown][] = Object.entries(headers);
  const byName = new Map(entries.map(([name, value]) => [name.toLowerCase(), value]));
  return (name) => toText(byName.get(name));
}

function toText(value: unknown): string | undefined {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
}

function toNumber(text: string | undefined): number | undefined {
  return text !== undefined && /^\s*\d+(?:\.\d+)?\s*$/.test(text) ? Number(text) : undefined;
}

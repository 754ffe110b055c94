/**
 * Counts the bytes that somebody keeps on behalf of others (events for a late reader, answers for a cell that may run again),
 * so that the sum has a limit, and not only each single value.
 */
export interface ByteBudget {
  readonly maxBytes: number;
  /** Bytes that are kept now. */
  readonly usedBytes: number;
  /** Counts `bytes` and returns true; returns false, and counts nothing, if they do not fit. */
  take(bytes: number): boolean;
  /** Gives back what was taken. */
  free(bytes: number): void;
}

/** A budget of `maxBytes` that nothing has been taken from. */
export function createByteBudget(maxBytes: number): ByteBudget {
  let usedBytes = 0;
  return {
    maxBytes,
    get usedBytes() {
      return usedBytes;
    },
    take(bytes) {
      if (usedBytes + bytes > maxBytes) return false;
      usedBytes += bytes;
      return true;
    },
    free(bytes) {
      usedBytes = Math.max(0, usedBytes - bytes);
    },
  };
}

/** What an object, a list or a field takes beside its texts. */
const nodeBytes = 64;

/**
 * About how many bytes of memory a value takes: two for each character of its texts, the bytes of its buffers, and a little for
 * each object and field. Text that stands in two places counts twice. Never throws: a field that cannot be read counts as
 * empty, and a circle is followed once.
 *
 * @param atMost Stops counting beyond this many bytes, so that a large value costs no more than a small one. Default: no limit.
 */
export function roughBytes(value: unknown, atMost: number | undefined = Infinity): number {
  const waiting: unknown[] = [value];
  const seen = new Set<object>();
  let bytes = 0;
  while (waiting.length > 0 && bytes <= atMost) {
    const next = waiting.pop();
    if (typeof next === 'string') bytes += 2 * next.length;
    else if (typeof next === 'object' && next !== null && !seen.has(next)) {
      seen.add(next);
      bytes += nodeBytes + addFields(next, waiting);
    }
  }
  return bytes;
}

/** Puts what an object holds on `waiting`; returns the bytes of its keys or of its buffer. */
function addFields(object: object, waiting: unknown[]): number {
  try {
    if (ArrayBuffer.isView(object) || object instanceof ArrayBuffer) return object.byteLength;
    if (object instanceof Map) {
      for (const [key, value] of object) waiting.push(key, value);
      return nodeBytes * object.size;
    }
    if (Array.isArray(object) || object instanceof Set || isCollection(object)) {
      const before = waiting.length;
      for (const item of object) waiting.push(item);
      return 8 * (waiting.length - before);
    }
    const fields = Object.entries(object);
    for (const [, field] of fields) waiting.push(field);
    return fields.reduce((sum, [key]) => sum + 16 + key.length, 0);
  } catch {
    return 0;
  }
}

/** Whether an object of a class holds items that are no fields of it. An iterator, which could be read but once, has no length. */
function isCollection(object: object): object is Iterable<unknown> {
  return Symbol.iterator in object && 'length' in object && typeof object.length === 'number';
}

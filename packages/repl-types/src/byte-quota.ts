/**
 * Counts the bytes that are kept on behalf of others (events for a late reader, answers for a cell that may run again),
 * so that their sum has a limit, not only each value.
 */
export interface ByteQuota {
  readonly maxBytes: number;
  /** Bytes that are kept now. */
  readonly usedBytes: number;
  /** Counts `bytes` and returns true; returns false, and counts nothing, if they do not fit. */
  take(bytes: number): boolean;
  /** Gives back what was taken. */
  free(bytes: number): void;
}

/** Creates a budget of `maxBytes`, all of it free. */
export function createByteQuota(maxBytes: number): ByteQuota {
  const quota = {
    maxBytes,
    usedBytes: 0,
    take(bytes: number): boolean {
      if (quota.usedBytes + bytes > maxBytes) return false;
      quota.usedBytes += bytes;
      return true;
    },
    free(bytes: number): void {
      quota.usedBytes = Math.max(0, quota.usedBytes - bytes);
    },
  };
  return quota;
}

/** The bytes of an object, a list or a field apart from its texts. */
const nodeBytes = 64;

/**
 * Estimates the memory of a value in bytes: two for each character of its texts, the bytes of its buffers, and a little
 * for each object and field. A text that appears twice counts twice. Never throws: an unreadable field counts as empty,
 * and a cycle is followed once.
 *
 * @param atMost Stops counting above this many bytes, so that a large value costs no more than a small one. Default: no
 *   limit.
 */
export function roughBytes(value: unknown, atMost: number | undefined = Infinity): number {
  const waiting: unknown[] = [value];
  let seen: Set<object> | undefined;
  let bytes = 0;
  while (waiting.length > 0 && bytes <= atMost) {
    const next = waiting.pop();
    if (typeof next === 'string') bytes += 2 * next.length;
    else if (typeof next === 'object' && next !== null && seen?.has(next) !== true) {
      bytes += nodeBytes + addFields(next, waiting);
      // What leaves nothing to follow is in no cycle: most values are flat.
      if (waiting.length > 0) (seen ??= new Set()).add(next);
    }
  }
  return bytes;
}

/** Adds the contents of an object to `waiting`; returns the bytes of its keys or of its buffer. */
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
    let bytes = 0;
    for (const key of Object.keys(object)) {
      const field: unknown = object[key as keyof typeof object];
      bytes += 16 + key.length;
      if (typeof field === 'string') bytes += 2 * field.length;
      else if (typeof field === 'object') waiting.push(field);
    }
    return bytes;
  } catch {
    return 0;
  }
}

/** Whether an object holds items that are not its fields. An iterator, which can be read only once, has no length. */
function isCollection(object: object): object is Iterable<unknown> {
  return Symbol.iterator in object && 'length' in object && typeof object.length === 'number';
}

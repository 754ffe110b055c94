const longText = 60;

/** Describes a value in few words, for a message: `-3`, `"strct"`, `null`, `a list of 3`, `a Map`. */
export function describeValue(value: unknown): string {
  switch (typeof value) {
    case 'string':
      return value.length > longText ? `text of ${value.length} characters` : JSON.stringify(value);
    case 'function':
      return 'a function';
    case 'symbol':
      return 'a symbol';
    case 'bigint':
      return `the bigint ${value}`;
    case 'object':
      return value === null ? 'null' : describeSafely(value);
    default:
      return String(value);
  }
}

/** A proxy may throw at anything. */
function describeSafely(value: object): string {
  try {
    return describeObject(value);
  } catch {
    return 'an object that cannot be read';
  }
}

function describeObject(value: object): string {
  if (Array.isArray(value))
    return value.length === 0 ? 'an empty list' : `a list of ${value.length}`;
  const tag = Object.prototype.toString.call(value).slice('[object '.length, -1);
  if (tag !== 'Object') return `${/^[AEIO]/.test(tag) ? 'an' : 'a'} ${tag}`;
  return Object.keys(value).length === 0 ? 'an empty object' : 'an object';
}

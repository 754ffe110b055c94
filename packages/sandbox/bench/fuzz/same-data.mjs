/**
 * What the table in docs/values.md makes of a value, or undefined where it is to be refused (NaN, cycles, large bigints,
 * functions in lists, getters that throw, objects that show nothing of what they have). `undefined` itself is null, as `set` has it.
 */
export function asJson(value) {
  if (value === undefined) return { data: null, text: 'null' };
  try {
    const text = JSON.stringify(value, toData);
    return text === undefined ? undefined : { data: JSON.parse(text), text };
  } catch {
    return undefined;
  }
}

function toData(key, value) {
  if (value instanceof Map) return Object.fromEntries(value);
  if (value instanceof Set) return [...value];
  const isNumber = typeof value === 'number' || typeof value === 'bigint';
  const number = Number(isNumber ? value : 0);
  const isLost =
    typeof value === 'bigint' ? !Number.isSafeInteger(number) : !Number.isFinite(number);
  const isCode = typeof value === 'function' || typeof value === 'symbol';
  if (isLost || isHollow(value) || (isCode && Array.isArray(this)))
    throw new TypeError(`no JSON at ${key}`);
  return isNumber ? number : value;
}

/** Whether an object has hidden fields, and no others. */
function isHollow(value) {
  const isPart = isRecord(value) && !(value instanceof Map) && !(value instanceof Set);
  return isPart && Object.keys(value).length === 0 && Reflect.ownKeys(value).length > 0;
}

/** How deep data is nested; a scalar is 0. */
export function depthOf(data) {
  let level = [data];
  for (let depth = 0; ; depth++) {
    level = level.filter((item) => typeof item === 'object' && item !== null);
    if (level.length === 0) return depth;
    level = level.flatMap((item) => Object.values(item));
  }
}

/**
 * Where two pieces of data differ, as a path, or undefined. What is documented of Python counts as the same: lone
 * surrogates become U+FFFD, integers beyond 2^53 come back as text.
 */
export function findDifference(expected, actual, path = '$') {
  if (isList(expected) || isList(actual)) {
    if (!isList(expected) || !isList(actual) || expected.length !== actual.length) return path;
    return first(expected, (item, index) =>
      findDifference(item, actual[index], `${path}[${index}]`),
    );
  }
  if (isRecord(expected) || isRecord(actual)) {
    if (!isRecord(expected) || !isRecord(actual)) return path;
    const left = entriesOf(expected);
    const right = entriesOf(actual);
    if (left.size !== right.size) return `${path} (keys)`;
    return first([...left], ([key, item]) =>
      right.has(key)
        ? findDifference(item, right.get(key), `${path}.${JSON.stringify(key)}`)
        : `${path}.${JSON.stringify(key)}`,
    );
  }
  return isSameScalar(expected, actual) ? undefined : path;
}

const isList = Array.isArray;

function isRecord(value) {
  return typeof value === 'object' && value !== null && !isList(value);
}

function entriesOf(record) {
  return new Map(Object.entries(record).map(([key, item]) => [key.toWellFormed(), item]));
}

function first(items, test) {
  for (const [index, item] of items.entries()) {
    const found = test(item, index);
    if (found !== undefined) return found;
  }
  return undefined;
}

function isSameScalar(expected, actual) {
  if (expected === actual) return true;
  if (typeof expected === 'string' && typeof actual === 'string') {
    return expected.toWellFormed() === actual.toWellFormed();
  }
  return (
    typeof expected === 'number' &&
    typeof actual === 'string' &&
    Number.isInteger(expected) &&
    !Number.isSafeInteger(expected) &&
    /^-?\d+$/.test(actual) &&
    Number(actual) === expected
  );
}

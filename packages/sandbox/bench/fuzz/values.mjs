const scalars = [null, true, false, undefined, 0, -0, 1, -1, 0.1, 1e21, 1e308, 5e-324]
  .concat([2 ** 31, -(2 ** 31), 2 ** 53 - 1, 2 ** 53, -(2 ** 53), 2 ** 53 + 2, 2 ** 63])
  .concat([2 ** 64, 1e20, -1e19, 1.7976931348623157e308]);

const texts = ['', ' ', '\0', '\n', '"', '\\', '\\u0000', '\u2028\u2029', '\ufeff', '\x7f\x80\x9f']
  .concat([
    'é',
    '漢字',
    '👩‍👩‍👧',
    '\ud800',
    'a\udfffb',
    '\ud800\ud800\udc00',
    '{"value":1}',
    '[1',
    'null',
  ])
  .concat(['__proto__', 'NaN', '\r\n', "'''", '"""', '${x}', '%s', '{0}', '\x1b[0m', 'O\n{}']);

const keys = ['', '__proto__', 'constructor', 'prototype', 'toString', 'toJSON', 'then', 'length']
  .concat([
    '0',
    '-1',
    '01',
    '4294967295',
    'a b',
    'a\nb',
    'é',
    '\ud800',
    '\0',
    'error',
    'value',
    'json',
  ])
  .concat(['hasOwnProperty', 'valueOf', 'type', 'id', '$', 'self', 'class', 'None']);

/** A random value of any shape that a host may hand over, also of shapes that are no data. */
export function makeValue(random) {
  switch (random.below(12)) {
    case 0:
      return nest(random, makeLeaf(random), 1 + random.below(150));
    case 1:
      return Array.from({ length: 1 + random.below(3_000) }, () => makeScalar(random));
    case 2:
      return makeRecord(random, 1 + random.below(1_000));
    case 3:
      return makeText(random)
        .repeat(1 + random.below(20_000))
        .slice(0, 300_000);
    case 4:
      return makeOddity(random);
    default:
      return makeTree(random, 1 + random.below(5));
  }
}

function makeTree(random, depth) {
  if (depth === 0 || random.isOneIn(4)) return makeLeaf(random);
  const length = random.below(6);
  if (random.isOneIn(2)) return Array.from({ length }, () => makeTree(random, depth - 1));
  return fill({}, random, length, () => makeTree(random, depth - 1));
}

function makeLeaf(random) {
  return random.isOneIn(30) ? makeOddity(random) : makeScalar(random);
}

function makeScalar(random) {
  switch (random.below(3)) {
    case 0:
      return makeText(random);
    case 1: {
      const number = random.bytes(8).readDoubleLE(0);
      return random.isOneIn(2) && Number.isFinite(number)
        ? number
        : random.below(2 ** 32) - 2 ** 31;
    }
    default:
      return random.pick(scalars);
  }
}

function makeText(random) {
  let text = '';
  for (let count = random.below(5); count >= 0; count--) {
    text += random.isOneIn(2) ? random.pick(texts) : String.fromCharCode(random.below(0x10000));
  }
  return text;
}

function makeRecord(random, length) {
  return fill(random.isOneIn(3) ? Object.create(null) : {}, random, length, () =>
    makeScalar(random),
  );
}

function fill(target, random, length, make) {
  for (let count = length; count > 0; count--) {
    const key = random.isOneIn(2) ? random.pick(keys) : makeText(random);
    Object.defineProperty(target, key, {
      value: make(),
      enumerable: true,
      configurable: true,
      writable: true,
    });
  }
  return target;
}

function nest(random, leaf, depth) {
  let value = leaf;
  for (let level = 0; level < depth; level++) value = random.isOneIn(2) ? [value] : { a: value };
  return value;
}

function makeOddity(random) {
  const cycle = { list: [] };
  cycle.list.push(cycle);
  const holes = [1];
  holes[4] = 2;
  const makers = [
    () => cycle,
    () => holes,
    () => NaN,
    () => [1, -Infinity],
    () => 10n,
    () => 10n ** 30n,
    () => [() => 1],
    () => new Set(['a', { b: 1 }]),
    () => ({ left: NaN, toJSON: () => 'hidden' }),
    () => ({ toJSON: () => nest({ isOneIn: () => true }, 1, 150) }),
    () => () => 1,
    () => Symbol('s'),
    () => new Date(0),
    () => new Map([[1, 2]]),
    () => new Uint8Array(9),
    () => Object(5),
    () => /x/,
    () => new Error('e'),
    () => ({ toJSON: () => ({ made: 'by toJSON' }) }),
    () => ({ toJSON: () => undefined }),
    () => ({
      toJSON() {
        throw new Error('toJSON');
      },
    }),
    () => ({
      get broken() {
        throw new Error('getter');
      },
    }),
    () => new Proxy({}, { ownKeys: () => ['a', 'b'], getOwnPropertyDescriptor: () => undefined }),
    () => ({ then: (resolve) => resolve(1) }),
    () => '\ud83d\ude00'.repeat(5_000),
  ];
  return random.pick(makers)();
}

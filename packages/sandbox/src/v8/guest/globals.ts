import { defineValue, guestGlobal, ownKeys, uncurry } from '../../javascript/guest/intrinsics.js';

/** The names of the language itself that cells find: those of `quickjs()`. */
const kept = new Set<PropertyKey>(
  (
    'Object Function Error EvalError RangeError ReferenceError SyntaxError TypeError URIError AggregateError ' +
    'SuppressedError Iterator Array parseInt parseFloat isNaN isFinite decodeURI decodeURIComponent encodeURI ' +
    'encodeURIComponent escape unescape Infinity NaN undefined eval Number Boolean String Math Reflect Symbol ' +
    'DisposableStack AsyncDisposableStack globalThis BigInt Date RegExp JSON Proxy Map Set WeakMap WeakSet WeakRef ' +
    'FinalizationRegistry ArrayBuffer SharedArrayBuffer Uint8ClampedArray Int8Array Uint8Array Int16Array Uint16Array ' +
    'Int32Array Uint32Array BigInt64Array BigUint64Array Float16Array Float32Array Float64Array DataView Promise'
  ).split(' '),
);

/**
 * Removes every global that is not of the language, or that shows more than a cell may see: `Intl` reads the clock and the
 * machine's languages, `Atomics` can stop the thread, `WebAssembly` has memory that is not counted.
 */
export function removeGlobals(): void {
  for (const name of ownKeys(guestGlobal)) {
    if (!kept.has(name)) Reflect.deleteProperty(guestGlobal, name);
  }
}

/** Adds the names that QuickJS has besides the language. */
export function addGlobals(): void {
  const settled: Promise<void> = Promise.resolve();
  const then: (promise: Promise<void>, work: unknown) => void = uncurry(Promise.prototype, 'then');
  defineValue(
    guestGlobal,
    'queueMicrotask',
    function queueMicrotask(work: unknown): void {
      if (typeof work !== 'function') throw new TypeError('queueMicrotask takes a function');
      then(settled, work);
    },
    false,
  );
  defineValue(guestGlobal, 'performance', { now: () => Date.now(), timeOrigin: 0 }, false);
  defineValue(guestGlobal, 'btoa', toBase64, false);
  defineValue(guestGlobal, 'atob', fromBase64, false);
}

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

function toBase64(value: unknown): string {
  const text = String(value);
  let out = '';
  for (let at = 0; at < text.length; at += 3) {
    let bits = 0;
    for (let offset = 0; offset < 3; offset++) {
      const unit = at + offset < text.length ? text.charCodeAt(at + offset) : 0;
      if (unit > 255) throw new RangeError('btoa takes characters up to U+00FF');
      bits = (bits << 8) | unit;
    }
    for (let sextet = 0; sextet < 4; sextet++) {
      const isPadding = at + sextet > text.length;
      out += isPadding ? '=' : (letters[(bits >> (18 - 6 * sextet)) & 63] ?? '');
    }
  }
  return out;
}

function fromBase64(value: unknown): string {
  const text = String(value).replace(/[\t\n\f\r ]/g, '');
  const data = text.length % 4 === 0 ? text.replace(/={1,2}$/, '') : text;
  if (data.length % 4 === 1) throw new RangeError('atob: this is not base64');
  let out = '';
  let bits = 0;
  let count = 0;
  for (const letter of data) {
    const sextet = letters.indexOf(letter);
    if (sextet < 0) throw new RangeError('atob: this is not base64');
    bits = ((bits << 6) | sextet) & 0xff_ffff;
    count += 6;
    if (count < 8) continue;
    count -= 8;
    out += String.fromCharCode((bits >> count) & 0xff);
  }
  return out;
}

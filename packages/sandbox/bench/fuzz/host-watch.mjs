const intrinsics = { Object, Array, Function, Promise, String, Number, Error, Map, Set, RegExp };
const methods = [JSON.parse, JSON.stringify, Promise.prototype.then, Array.prototype.push];

/** Remembers the host's intrinsics; the function that it gives says what of them has changed since. */
export function watchIntrinsics() {
  const look = () =>
    Object.entries(intrinsics).flatMap(([name, { prototype }]) =>
      Reflect.ownKeys(prototype).map((key) => `${name}.prototype.${String(key)}`),
    );
  const before = new Set([...look(), ...Object.getOwnPropertyNames(globalThis)]);
  return () => {
    const added = look().find((name) => !before.has(name));
    if (added !== undefined) return `the host got ${added}`;
    if (Object.keys({}).length > 0 || 'polluted' in {}) return 'the host was polluted';
    const now = [JSON.parse, JSON.stringify, Promise.prototype.then, Array.prototype.push];
    return now.every((method, index) => method === methods[index])
      ? undefined
      : 'a method of the host was replaced';
  };
}

/** Watches how long the host's own timers are held up. */
export function watchDelay() {
  const period = 20;
  let longest = 0;
  let last = performance.now();
  const look = () => {
    const now = performance.now();
    longest = Math.max(longest, now - last - period);
    last = now;
  };
  const timer = setInterval(look, period);
  timer.unref();
  return {
    /** The longest delay since the last call, in milliseconds. */
    take() {
      look();
      const taken = Math.round(longest);
      longest = 0;
      return taken;
    },
    stop: () => clearInterval(timer),
  };
}

/** Fails when a promise takes longer than a session may ever take. */
export async function within(limitMs, promise, what) {
  let timer;
  const late = new Promise((_resolve, reject) => {
    timer = setTimeout(() => reject(new Problem(`${what} took over ${limitMs} ms`)), limitMs);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Something that must never happen; a fuzz run collects these. */
export class Problem extends Error {
  name = 'Problem';
}

/** One that was measured on a machine that does other things too: it is found when it is there once more. */
export class MeasuredProblem extends Problem {}

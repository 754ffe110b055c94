const sizes = { most: 100_000_000, parts: 1_000_000, keys: 150_000 };
const hostile = {
  toString() {
    throw this;
  },
  get message() {
    throw this;
  },
};

/** What the cells of an attempt may call: answers that are huge, hostile, late or never there. Knows for how long any ran. */
export function createHostFunctions() {
  let running = 0;
  let sinceMs = 0;
  let spentMs = 0;
  const begin = () => {
    if (running++ === 0) sinceMs = performance.now();
  };
  const end = () => {
    if (--running === 0) spentMs += performance.now() - sinceMs;
  };
  const timed =
    (run) =>
    async (...args) => {
      begin();
      try {
        return await run(...args);
      } finally {
        end();
      }
    };
  // One that never answers is over with its cell.
  const hang = {
    run: ({ abortSignal }) => {
      abortSignal.throwIfAborted();
      begin();
      return new Promise((_resolve, reject) => {
        abortSignal.addEventListener('abort', () => {
          end();
          reject(abortSignal.reason);
        });
      });
    },
  };
  const plain = Object.entries(answers).map(([name, run]) => [name, timed(run)]);
  return {
    functions: { ...Object.fromEntries(plain), hang },
    /** Milliseconds for which a function was running so far. */
    hostMs: () => spentMs + (running > 0 ? performance.now() - sinceMs : 0),
  };
}

const answers = {
  llm_query: async (prompt) => `re:${typeof prompt === 'string' ? prompt.length : typeof prompt}`,
  echo: (value) => value,
  slow: () => new Promise((resolve) => setTimeout(resolve, 20, 'late')),
  huge: (size) => 'x'.repeat(bound(size, sizes.most)),
  two_byte: (size) => '中'.repeat(bound(size, sizes.most)),
  escapes: (size) => '\0'.repeat(bound(size, sizes.most)),
  nodes: (size) => parts.slice(0, bound(size, sizes.parts)),
  holes: (size) => Array(bound(size, sizes.most)),
  keys: (size) => records.find(({ length }) => length >= bound(size, sizes.keys)).record,
  deep: () => deepValue,
  digits: () => 10n ** 300n,
  buffer: (size) => new Uint8Array(bound(size, sizes.most)),
  throws_hostile: () => {
    throw hostile;
  },
  throws_nothing: () => Promise.reject(undefined),
  throws_huge: (size) => {
    throw new Error('x'.repeat(bound(size, sizes.most)));
  },
  hostile_json: () => ({
    toJSON() {
      throw hostile;
    },
  }),
  // What a host function gives is awaited before anybody looks at it: the `then` is one of its parts.
  hostile_then: () => [
    {
      get then() {
        throw hostile;
      },
    },
  ],
  hostile_getter: () => ({
    get broken() {
      throw hostile;
    },
  }),
  wide_json: (size) => ({ toJSON: () => parts.slice(0, bound(size, sizes.parts)) }),
};

/** The names of all functions; the plain ones come first and more often. */
export const functionNames = ['llm_query', 'llm_query', 'llm_query', 'echo', 'echo', 'slow', 'hang']
  .concat(Object.keys(answers))
  .concat(['huge', 'two_byte', 'nodes']);

// Made once, and before anything is measured: what it takes to make them is not the sandbox's.
const parts = Array(sizes.parts).fill({});
const deepValue = nested(200_000);
const records = [1_000, 100_000, sizes.keys].map((length) => ({
  length,
  record: recordOf(length),
}));

function bound(size, most) {
  return Math.min(most, Math.max(0, Math.floor(Number(size)) || 1_000));
}

function recordOf(length) {
  return Object.fromEntries(Array.from({ length }, (_, index) => [`k${index}`, 0]));
}

function nested(depth) {
  let value = [];
  for (let level = 0; level < depth; level++) value = [value];
  return value;
}

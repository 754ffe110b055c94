import { testOptions, type OptionsEntry, type WrongOptions } from '@rlm/config/options-suite';
import { afterAll, describe, expect, it } from 'vitest';

import { cpython, unsafeCpython } from '../src/cpython/index.js';
import { createSandboxPool, InvalidOptionError } from '../src/index.js';
import { monty } from '../src/monty/index.js';
import { pyodide } from '../src/pyodide/index.js';
import { quickjs } from '../src/quickjs/index.js';
import { scripted } from '../src/scripted/index.js';

const backend = scripted(['1\n'], { repeatLast: true });
const pool = createSandboxPool(backend, { warm: 0 });
const session = await quickjs().open();
afterAll(async () => {
  await Promise.all([session.close(), pool.close()]);
});

const emptyLog = { version: 1, seed: '', sha256: '0'.repeat(64), entries: [] } as const;

const sessions: WrongOptions = [
  [{ requires: 'wasm+os' }, 'requires: unknown option; did you mean require?'],
  [{ limit: { cellMs: 5 } }, 'limit: unknown option; did you mean limits?'],
  [{ tools: {} }, 'tools: unknown option; did you mean functions?'],
  [{ cellMs: 5 }, 'cellMs: unknown option; give it as limits.cellMs'],
  [{ limits: { cellMS: 5 } }, 'limits.cellMS: unknown option; did you mean limits.cellMs?'],
  [{ limits: { seed: 'x' } }, 'limits.seed: unknown option; give it as seed'],
  [{ limits: { cellMs: -1 } }, 'limits.cellMs: expected a number from 0 to 2147483647, got -1'],
  [
    { limits: { hostCalls: Infinity } },
    'limits.hostCalls: expected a number from 0 to 9007199254740991, got Infinity',
  ],
  [{ limits: { concurrency: 0 } }, 'limits.concurrency: expected a whole number from 1, got 0'],
  [{ limits: null }, 'limits: expected an object, got null'],
  [
    { require: 'docker' },
    "require: expected 'none', 'vm', 'wasm', 'process', 'process+os', 'os' or 'wasm+os', got \"docker\"",
  ],
  [
    { require: null },
    "require: expected 'none', 'vm', 'wasm', 'process', 'process+os', 'os' or 'wasm+os', got null",
  ],
  [{ dialects: 'final' }, 'dialects: expected a list, got "final"'],
  [{ dialects: ['FINAL'] }, "dialects[0]: expected 'final', 'answer' or 'submit', got \"FINAL\""],
  [{ functions: [] }, 'functions: expected an object, got an empty list'],
  [{ functions: { ask: 5 } }, 'functions.ask: expected a function or an object with run(), got 5'],
  [{ functions: { 'a b': () => 1 } }, 'functions.a b: expected an identifier (letters, digits'],
  [
    { functions: { for: () => 1 } },
    'functions.for: expected a name that Python code can use, got "for"',
  ],
  [
    { functions: { FINAL: () => 1 } },
    'functions.FINAL: the sandbox has a function of this name; choose another',
  ],
  [
    { functions: { SHOW_VARS: () => 1 } },
    'functions.SHOW_VARS: the sandbox has a function of this name; choose another',
  ],
  ...[[-1, 2], [0.5, 1], [2, 1], [1]].map((takes): [object, string] => [
    { functions: { ask: { run: () => 1, takes } } },
    'functions.ask.takes: expected two whole numbers, the least and the most arguments',
  ]),
  [{ seed: 5 }, 'seed: expected text, got 5'],
  [{ now: 5 }, 'now: expected a function, got 5'],
  [{ snapshot: {} }, 'snapshot.backend: expected text, got undefined'],
  [{ snapshot: null }, 'snapshot: expected a snapshot that snapshot() gave, got null'],
  [{ replay: 'log' }, 'replay: expected a log that replayLog() gave, got "log"'],
  [{ abortSignal: {} }, 'abortSignal: expected an AbortSignal, got an empty object'],
];

const pythons: WrongOptions = [
  [{ pyhton: 'x' }, 'pyhton: unknown option; did you mean python?'],
  [{ python: '' }, 'python: expected a command or an absolute path, got ""'],
  [{ packages: 1 }, 'packages: expected true or false, got 1'],
  [{ readOnlyPaths: '/tmp' }, 'readOnlyPaths: expected a list, got "/tmp"'],
  [
    { readOnlyPaths: ['tmp'] },
    'readOnlyPaths[0]: expected an absolute path below the root, got "tmp"',
  ],
];

const entries: Readonly<Record<string, OptionsEntry>> = {
  open: { call: (options) => backend.open(options), right: { seed: 'a' }, wrong: sessions },
  'open of a pool': {
    call: (options) => pool.open(options),
    right: { seed: 'a' },
    wrong: sessions,
  },
  execute: {
    call: (options) => session.execute('1', options),
    right: { timeoutMs: 1_000 },
    wrong: [
      [{ timeout: 5 }, 'timeout: unknown option; did you mean timeoutMs?'],
      [{ timeoutMs: '5' }, 'timeoutMs: expected a number from 0 to 2147483647, got "5"'],
      [{ onOutput: true }, 'onOutput: expected a function, got true'],
    ],
  },
  createSandboxPool: {
    call: (options) => createSandboxPool(backend, options),
    right: { warm: 0 },
    wrong: [
      [{ warn: 1 }, 'warn: unknown option; did you mean warm?'],
      [{ warm: -1 }, 'warm: expected a whole number from 0, got -1'],
      [{ session: { limit: {} } }, 'session.limit: unknown option; did you mean session.limits?'],
      [{ session: null }, 'session: expected an object, got null'],
    ],
  },
  quickjs: {
    call: quickjs,
    right: {},
    wrong: [
      [{ wams: 'x' }, 'wams: unknown option; did you mean wasm?'],
      [{ wasm: 5 }, 'wasm: expected an absolute path'],
    ],
  },
  pyodide: {
    call: pyodide,
    right: {},
    wrong: [
      [{ cacheFolders: 'x' }, 'cacheFolders: unknown option; did you mean cacheFolder?'],
      [{ packageFolder: '' }, 'packageFolder: expected'],
    ],
  },
  cpython: { call: cpython, right: {}, wrong: pythons },
  unsafeCpython: { call: unsafeCpython, right: {}, wrong: pythons },
  monty: {
    call: monty,
    right: {},
    wrong: [
      [{ workers: '/x' }, 'workers: unknown option; did you mean worker?'],
      [{ worker: 'x' }, 'worker: expected an absolute path, got "x"'],
    ],
  },
  scripted: {
    call: (options) => scripted([], options),
    right: { repeatLast: true },
    wrong: [
      [{ repeat: true }, 'repeat: unknown option; known are language, repeatLast'],
      [{ language: 'ruby' }, "language: expected 'python' or 'javascript', got \"ruby\""],
    ],
  },
};

/** The typed error, whether it is thrown or rejected with. */
async function errorFrom(call: () => unknown): Promise<InvalidOptionError> {
  try {
    await call();
  } catch (error) {
    if (InvalidOptionError.isInstance(error)) return error;
    throw error;
  }
  throw new Error('nothing was refused');
}

testOptions(entries, InvalidOptionError, { code: 'invalid_option' });

describe('arguments that are no options', () => {
  it.each<[title: string, call: () => unknown, message: string]>([
    ['code that is no text', () => session.execute(5 as never), 'code: expected text, got 5'],
    [
      'a variable without a name',
      () => session.set('a b', 1),
      'name: expected an identifier (letters, digits and _, no digit first), got "a b"',
    ],
    [
      'a pool over nothing',
      () => createSandboxPool(null as never),
      'backend: expected a backend, got null',
    ],
    [
      'a script that is none',
      () => scripted({} as never),
      'steps: expected a list, got an empty object',
    ],
    [
      'a step that is none',
      () => scripted([5 as never]),
      'steps[0]: expected text, a function or a cell, got 5',
    ],
    [
      'a log of another backend',
      () => backend.open({ replay: { ...emptyLog, backend: 'quickjs' } }),
      'replay: expected a log of scripted, got one of quickjs',
    ],
  ])('refuses %s', async (_, call, message) => {
    expect((await errorFrom(call)).message).toBe(message);
  });
});

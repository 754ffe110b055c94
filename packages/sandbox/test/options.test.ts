import {
  invalidOption,
  testOptions,
  type OptionsEntry,
  type WrongOptions,
} from '@rlm/config/options-suite';
import { afterAll, describe, expect, it } from 'vitest';

import { cpython, unsafeCpython } from '../src/cpython/index.js';
import { createSandboxPool, InvalidOptionError } from '../src/index.js';
import { pyodide } from '../src/pyodide/index.js';
import { quickjs } from '../src/quickjs/index.js';
import { scripted } from '../src/scripted/index.js';

const backend = scripted(['1\n'], { repeatLast: true });
const pool = createSandboxPool(backend);
const session = await quickjs().open();
afterAll(async () => {
  await Promise.all([session.close(), pool.close()]);
});

const sessions: WrongOptions = [
  [{ requires: 'wasm+os' }, 'requires', 'require'],
  [{ limit: { cellMs: 5 } }, 'limit', 'limits'],
  [{ tools: {} }, 'tools', 'functions'],
  [{ cellMs: 5 }, 'cellMs', 'limits.cellMs'],
  [{ limits: { cellMS: 5 } }, 'limits.cellMS', 'limits.cellMs'],
  [{ limits: { seed: 'x' } }, 'limits.seed', 'seed'],
  [{ limits: { cellMs: -1 } }, 'limits.cellMs', 'got -1'],
  [{ limits: { maxHostCalls: Infinity } }, 'limits.maxHostCalls', 'got Infinity'],
  [{ limits: { maxConcurrentCalls: 0 } }, 'limits.maxConcurrentCalls', 'got 0'],
  [{ limits: null }, 'limits', 'got null'],
  [{ require: 'docker' }, 'require', 'got "docker"'],
  [{ require: null }, 'require', 'got null'],
  [{ dialects: 'final' }, 'dialects', 'got "final"'],
  [{ dialects: ['FINAL'] }, 'dialects[0]', 'got "FINAL"'],
  [{ functions: [] }, 'functions', 'got an empty list'],
  [{ functions: { ask: 5 } }, 'functions.ask', 'got 5'],
  [{ functions: { 'a b': () => 1 } }, 'functions.a b', 'an identifier (letters, digits'],
  [{ functions: { for: () => 1 } }, 'functions.for', 'got "for"'],
  [{ functions: { FINAL: () => 1 } }, 'functions.FINAL', 'own function FINAL'],
  [{ functions: { SHOW_VARS: () => 1 } }, 'functions.SHOW_VARS', 'own function SHOW_VARS'],
  [{ seed: 5 }, 'seed', 'got 5'],
  [{ now: 5 }, 'now', 'got 5'],
  [{ snapshot: {} }, 'snapshot.backend', 'got undefined'],
  [{ snapshot: null }, 'snapshot', 'got null'],
  [{ files: ['a.txt'] }, 'files[0]', 'a text of fileContext()'],
  [{ abortSignal: {} }, 'abortSignal', 'got an empty object'],
];

const pythons: WrongOptions = [
  [{ pyhton: 'x' }, 'pyhton', 'python'],
  [{ python: '' }, 'python', 'got ""'],
  [{ packages: 1 }, 'packages', 'got 1'],
  [{ readOnlyPaths: '/tmp' }, 'readOnlyPaths', 'got "/tmp"'],
  [{ readOnlyPaths: ['tmp'] }, 'readOnlyPaths[0]', 'got "tmp"'],
  [{ readOnlyPaths: ['/'] }, 'readOnlyPaths[0]', 'got "/"'],
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
      [{ timeout: 5 }, 'timeout', 'timeoutMs'],
      [{ timeoutMs: '5' }, 'timeoutMs', 'got "5"'],
      [{ onOutput: true }, 'onOutput', 'got true'],
    ],
  },
  createSandboxPool: {
    call: (options) => createSandboxPool(backend, options),
    right: { max: 1 },
    wrong: [
      [{ mx: 1 }, 'mx', 'max'],
      [{ max: 0 }, 'max', 'got 0'],
      [{ waitMs: -1 }, 'waitMs', 'got -1'],
    ],
  },
  quickjs: {
    call: quickjs,
    right: {},
    wrong: [
      [{ wams: 'x' }, 'wams', 'wasm'],
      [{ wasm: 5 }, 'wasm', 'an absolute path'],
    ],
  },
  pyodide: {
    call: pyodide,
    right: {},
    wrong: [
      [{ cacheFolders: 'x' }, 'cacheFolders', 'cacheFolder'],
      [{ packageFolder: '' }, 'packageFolder', 'got ""'],
    ],
  },
  cpython: { call: cpython, right: {}, wrong: pythons },
  unsafeCpython: { call: unsafeCpython, right: {}, wrong: pythons },
  scripted: {
    call: (options) => scripted([], options),
    right: { repeatLast: true },
    wrong: [
      [{ repeat: true }, 'repeat', 'repeatLast'],
      [{ language: 'ruby' }, 'language', 'got "ruby"'],
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

const hostile = new Proxy(
  {},
  {
    get() {
      throw new Error('boom');
    },
    ownKeys() {
      throw new Error('boom');
    },
  },
) as never;

describe('arguments that are no options', () => {
  it.each<[title: string, call: () => unknown, option: string, ...facts: string[]]>([
    ['code that is no text', () => session.execute(5 as never), 'code', 'got 5'],
    ['a variable without a name', () => session.set('a b', 1), 'name', 'got "a b"'],
    ['a variable that is no name', () => session.get(1n as never), 'name', 'got the bigint 1'],
    ['a variable that is hostile', () => session.get(hostile), 'name', 'cannot be read'],
    ['a pool over nothing', () => createSandboxPool(null as never), 'backend', 'got null'],
    ['a script that is none', () => scripted({} as never), 'steps', 'got an empty object'],
    ['a step that is none', () => scripted([5 as never]), 'steps[0]', 'got 5'],
  ])('refuses %s', async (_, call, ...facts) => {
    expect(await errorFrom(call)).toEqual(invalidOption(...facts));
  });
});

/// <reference path="../inline.d.ts" />
import script from 'inline:./child/main.ts';

import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { mismatch, refuseOption } from '@rlm/repl-types/internal';

import type { Backend, ChildOptions } from '../contract/backend.js';
import { defaultLimits, type SandboxLimits } from '../contract/limits.js';
import { probeFailure } from '../host/unavailable.js';
import { findRuntime, type Runtime } from '../process/find-node.js';
import { Place, type ScriptedChild } from '../process/place.js';
import { openingOptions } from '../python/opening-options.js';
import { type Base, findBase } from './base.js';
import { guestSources } from './guest/index.js';
import { locatePyodide } from './locate.js';
import { cacheFolderOf, type PyodideDiagnostic, type PyodideOptions } from './options.js';
import { present } from './present.js';
import type { PyodideStart } from './start.js';

/** The least memory with which the interpreter and its library can start, in bytes. */
const leastMemoryBytes: number = 64 * 1024 * 1024;

/** The stack of a child, on which calls of Python take more than its own limit counts; macOS allows 65,520. */
const stackKilobytes = 65_000;

/**
 * The environment of a child: the C library keeps one heap for all threads, and gives large pieces of it back. Half of the memory of a
 * start is then free again.
 */
const env = Object.freeze({ MALLOC_ARENA_MAX: '1', MALLOC_TRIM_THRESHOLD_: '131072' });

/** The backend of `pyodide()`. */
export function createBackend(
  options: PyodideOptions,
  onDiagnostic: (diagnostic: PyodideDiagnostic) => void,
): Backend {
  const place = new Place({ name: 'pyodide', onDiagnostic });
  const find = () => locatePyodide(options.packageFolder);

  const childOf = (start: Partial<PyodideStart>, rest: Partial<ScriptedChild>): ScriptedChild => {
    const { folder } = find();
    return {
      script,
      runtime: findRuntime('pyodide', options.node),
      flags: [],
      stackKilobytes,
      env,
      readable: [folder],
      options: {
        ...start,
        folder: join(folder, '/'),
        entryUrl: pathToFileURL(join(folder, 'pyodide.mjs')).href,
      },
      ...rest,
    };
  };

  const base = async (): Promise<Base> => {
    const { version } = find();
    const recipe = recipeOf(version, findRuntime('pyodide', options.node));
    const found = await findBase({ cacheFolder: cacheFolderOf(options), recipe, make: makeBase });
    for (const diagnostic of found.diagnostics) onDiagnostic(diagnostic);
    return found;
  };

  /** Has a child make the base, in which nothing else runs. */
  const makeBase = async (): Promise<Uint8Array> => {
    let made: Uint8Array | undefined;
    const start: Partial<PyodideStart> = { makesBaseOf: guestSources };
    const child = place.spawn(idleOptions, () =>
      childOf(start, {
        onReady: ({ base }) => (made = base),
      }),
    );
    try {
      await child.ready;
      return present(made, 'the snapshot of Pyodide');
    } finally {
      await child.kill();
    }
  };

  const spawn = (given: ChildOptions) =>
    place.spawn(given, async () => {
      requireMemory(given.limits);
      const { file, path, bytes } = await base();
      const { limits, seed, snapshot } = given;
      const guest = { ...openingOptions(given), isRestored: snapshot !== undefined };
      const session = { guest, seed, memoryBytes: limits.memoryBytes };
      const parts = Object.entries({ base: bytes, snapshot }).filter(([, part]) => part);
      return childOf(
        { session, basePath: path },
        {
          files: file && [file.fd],
          parts: Object.fromEntries(parts) as Record<string, Uint8Array>,
        },
      );
    });

  return {
    name: 'pyodide',
    language: 'python',
    get isolation() {
      return place.isIsolated ? 'wasm+os' : 'wasm';
    },
    capabilities: { snapshot: true, survivesTimeout: true, helpers: true, preflight: true },
    // What a session takes, of ten: measured.
    sessionBytes: 90 * 2 ** 20,
    textMemory: { copies: 2, besideBytes: 0 },
    instructions,
    async find(limits) {
      requireMemory(limits);
      find();
      findRuntime('pyodide', options.node);
      await Promise.resolve();
    },
    async probe() {
      try {
        find();
      } catch (error) {
        return probeFailure(error);
      }
      return place.probe(spawn);
    },
    async build() {
      return (await base()).build;
    },
    spawn,
  };
}

const idleOptions: ChildOptions = {
  functions: [],
  dialects: [],
  limits: defaultLimits,
  seed: '',
  onFrame: () => undefined,
};

function requireMemory({ memoryBytes }: SandboxLimits): void {
  if (memoryBytes >= leastMemoryBytes) return;
  const expected = `a number from ${leastMemoryBytes} for Python`;
  throw refuseOption(mismatch('limits.memoryBytes', expected, memoryBytes));
}

/**
 * Identifies what a base is made of: the version of Pyodide, this package's scripts, the architecture, and the runtime: a Node.js
 * cannot open what a Bun has made, nor Node.js 20 what a later one has, whose WebAssembly knows more. Of a Node.js that was named only the
 * path is known.
 */
function recipeOf(version: string, { path, isBun }: Runtime): string {
  const hash = createHash('sha256').update(script).update(JSON.stringify(guestSources));
  if (path !== process.execPath) hash.update(path);
  const node = Number.parseInt(process.versions.node) < 22 ? 'node20' : 'node';
  return `${version}-${isBun ? 'bun' : node}-${process.arch}-${hash.digest('hex').slice(0, 32)}`;
}

/** The facts that a model needs about this REPL, in a few lines of its prompt. */
function instructions(): string {
  return [
    'The REPL runs Python 3.14 with its standard library alone: no numpy or pandas, and nothing can be installed. Missing are modules for processes, networks, terminals and windows (subprocess, multiprocessing, socket, urllib.request, mailbox, tkinter ...); zoneinfo has no data (use datetime.timezone).',
    'Variables, functions, classes and imports stay. The value of a last expression is shown too, cut at 4,000 characters.',
    'Host functions (llm_query) block until they are answered, and may be awaited; a failed call raises HostCallError. llm_query_batched([...]) and asyncio.gather run queries at the same time.',
    'There is no network, no file of yours, no threads; the clock stands still while a block runs. asyncio.run and top-level await work.',
  ].join('\n');
}

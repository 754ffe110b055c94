/// <reference path="./inline.d.ts" />
import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';

import workerSource from 'inline:./worker/main.ts';
import { RlmError } from '@rlm/repl-types';

import { guestSources } from './guest/index.js';
import { locatePyodide, pyodideVersion } from './locate.js';
import { limitMemory, wasmPageBytes } from './memory-section.js';
import { control, type FromWorker, type WorkerStart } from './protocol.js';

/** What all sessions of one installation share: the interpreter's bytes and the boot image. */
export interface Runtime {
  /** Identifies the interpreter, the driver and the boot image. */
  readonly build: string;
  readonly bootImage: SharedArrayBuffer;
  /** The interpreter, compiled with a memory of at most so many bytes. */
  moduleFor(memoryBytes: number): Promise<WebAssembly.Module>;
  /** A new worker with the interpreter in it. */
  startWorker(start: Pick<WorkerStart, 'module' | 'bootImage' | 'controlWords'>): Worker;
}

/** Where a runtime is found and kept. */
export interface RuntimeOptions {
  /** Folder of the package `pyodide`; default: resolved like an import. */
  readonly folder?: string;
  /** Folder in which the boot image is kept between processes; default: none. */
  readonly cacheFolder?: string;
}

/** Half a minute: making the boot image takes two seconds on a quiet machine. */
const bootImageMs = 30_000;
const stackSizeMb = 64;
const heapSizeMb = 384;

/** Prepares a runtime: reads the interpreter, and makes or fetches the boot image. */
export async function prepareRuntime(options: RuntimeOptions = {}): Promise<Runtime> {
  const folder = locatePyodide(options.folder);
  const wasm = await readFile(join(folder, 'pyodide.asm.wasm'));
  const recipe = createHash('sha256')
    .update(pyodideVersion)
    .update(wasm)
    .update(workerSource)
    .update(JSON.stringify(guestSources))
    .digest('hex');
  const modules = new Map<number, Promise<WebAssembly.Module>>();

  function moduleFor(memoryBytes: number): Promise<WebAssembly.Module> {
    const pages = Math.floor(memoryBytes / wasmPageBytes);
    let compiled = modules.get(pages);
    if (compiled === undefined) {
      compiled = WebAssembly.compile(limitMemory(wasm, pages) as BufferSource);
      modules.set(pages, compiled);
    }
    return compiled;
  }

  function startWorker(start: Pick<WorkerStart, 'module' | 'bootImage' | 'controlWords'>): Worker {
    const workerData: WorkerStart = {
      ...start,
      entryUrl: pathToFileURL(join(folder, 'pyodide.mjs')).href,
      folder: join(folder, '/'),
      guestSources: start.bootImage === undefined ? guestSources : [],
    };
    const worker = new Worker(workerSource, {
      eval: true,
      workerData,
      env: {},
      argv: [],
      execArgv: [],
      stdin: false,
      stdout: true,
      stderr: true,
      resourceLimits: { maxOldGenerationSizeMb: heapSizeMb, stackSizeMb },
    });
    worker.stdout.resume();
    worker.stderr.resume();
    return worker;
  }

  const make = async () =>
    makeBootImage(
      startWorker,
      await moduleFor(65_536 * wasmPageBytes).finally(() => modules.clear()),
    );
  const bootImage = await fetchBootImage(options.cacheFolder, recipe, make);
  const build = createHash('sha256').update(recipe).update(new Uint8Array(bootImage)).digest('hex');
  return Object.freeze({ build, bootImage, moduleFor, startWorker });
}

async function fetchBootImage(
  cacheFolder: string | undefined,
  recipe: string,
  make: () => Promise<Uint8Array>,
): Promise<SharedArrayBuffer> {
  if (cacheFolder === undefined) return share(await make());
  const path = join(cacheFolder, `python-${recipe.slice(0, 32)}.image`);
  const kept = await readFile(path).catch(() => undefined);
  const digest = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest();
  if (kept !== undefined && kept.length > 32) {
    const body = kept.subarray(32);
    if (digest(body).equals(kept.subarray(0, 32))) return share(body);
  }
  const made = await make();
  await mkdir(cacheFolder, { recursive: true, mode: 0o700 });
  const draft = `${path}.${process.pid}`;
  await writeFile(draft, Buffer.concat([digest(made), made]), { mode: 0o600 });
  await rename(draft, path);
  return share(made);
}

function share(bytes: Uint8Array): SharedArrayBuffer {
  const shared = new SharedArrayBuffer(bytes.length);
  new Uint8Array(shared).set(bytes);
  return shared;
}

function makeBootImage(
  startWorker: Runtime['startWorker'],
  module: WebAssembly.Module,
): Promise<Uint8Array> {
  const worker = startWorker({
    module,
    controlWords: new SharedArrayBuffer(4 * control.length),
  });
  return new Promise<Uint8Array>((resolve, reject) => {
    const fail = (reason: string) => {
      reject(
        new RlmError(`The Python interpreter could not be started: ${reason}`, {
          code: 'sandbox_failed',
          details: { backend: 'pyodide' },
        }),
      );
    };
    const timer = setTimeout(() => {
      fail(`it took longer than ${bootImageMs} ms`);
    }, bootImageMs);
    worker.on('message', (message: FromWorker) => {
      if (message.type === 'boot-image') resolve(message.bytes);
      if (message.type === 'failed' || message.type === 'violation') fail(message.reason);
    });
    worker.on('error', (error) => {
      fail(String(error));
    });
    worker.on('exit', (code) => {
      clearTimeout(timer);
      fail(`its worker ended with code ${code}`);
    });
  }).finally(() => worker.terminate());
}

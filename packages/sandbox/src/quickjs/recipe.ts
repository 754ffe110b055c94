import type { Worker } from 'node:worker_threads';

import { sha256Hex } from '@rlm/repl-types/internal';

import { probeFailure } from '../host/unavailable.js';
import type { EngineRecipe } from '../contract/engine.js';
import { defaultLimits } from '../contract/limits.js';
import { QuickJSEngine } from './engine.js';
import { quickjsFacts } from './facts.js';
import type { Compile } from '../process/compile-late.js';
import { createInterpreter, type Interpreter } from './interpreter.js';
import type { WasmSource } from './options.js';
import type { GuestImage } from './worker/guest-image.js';
import type { QuickJSSources } from './sources.js';
import { sharedThreads, type Threads } from './threads.js';

/** How many recipes there are in this process. */
let recipes = 0;

/** What {@link createQuickJSRecipe} may be given. */
interface QuickJSHost {
  /** Compiles the interpreter. Default: as V8 does. */
  readonly compile?: Compile | undefined;
  /** One that was started with `usualRoom` and waits for its script, for the first session. */
  readonly thread?: Worker | undefined;
  /** Makes the image that threads begin with, while the first of them boots. Default: each makes its own. */
  readonly makeImage?:
    | ((module: WebAssembly.Module, guestSource: string) => Promise<GuestImage>)
    | undefined;
  /** Where sessions run. Default: the threads that all recipes of this process share. */
  readonly threads?: Threads | undefined;
}

/** The engine of `quickjs()`. */
export function createQuickJSRecipe(
  wasm: WasmSource,
  sources: QuickJSSources,
  { compile, thread, makeImage, threads = sharedThreads(sources.worker) }: QuickJSHost = {},
): EngineRecipe {
  const interpreter = createInterpreter(wasm, compile);
  if (thread !== undefined) threads.add(thread);
  const image =
    makeImage &&
    interpreter
      .moduleFor(defaultLimits.memoryBytes)
      .then((module) => makeImage(module, sources.guest))
      .catch(() => undefined);
  const number = ++recipes;
  let build: Promise<string> | undefined;
  return {
    ...quickjsFacts,
    find: () => interpreter.check(),
    async probe() {
      try {
        await interpreter.check();
        return { ok: true };
      } catch (error) {
        return probeFailure(error);
      }
    },
    build() {
      build ??= describeBuild(interpreter, sources);
      build.catch(() => (build = undefined));
      return build;
    },
    async start(start) {
      const module = await interpreter.moduleFor(start.limits.memoryBytes);
      const guestSource = sources.guest;
      return QuickJSEngine.start(start, {
        module,
        threads,
        guestSource,
        recipe: number,
        image,
      });
    },
  };
}

async function describeBuild(interpreter: Interpreter, sources: QuickJSSources): Promise<string> {
  const scripts = new TextEncoder().encode(`${sources.guest}\n${sources.worker}`);
  const [engine, adapter] = await Promise.all([interpreter.identity(), sha256Hex(scripts)]);
  return `quickjs-${engine.slice(0, 16)}-${adapter.slice(0, 16)}`;
}

/// <reference path="../inline.d.ts" />
import helperSource from 'inline:../javascript/helpers/main.ts';
import script from 'inline:./child/main.ts';

import { statSync } from 'node:fs';

import { sha256Hex } from '@rlm/repl-types/internal';

import type { Backend, ChildOptions } from '../contract/backend.js';
import { findRuntime, type Runtime } from '../process/find-node.js';
import { Place, type IsolationDiagnostic, type ScriptedChild } from '../process/place.js';
import type { SessionOptions } from './child/session-options.js';
import { quickjsFacts } from './facts.js';
import { locateInterpreter, readInterpreter } from './interpreter.js';
import type { Interpreter, ResolvedOptions } from './options.js';

/** Bytes of the interpreter's stack, which has to end before that of its process: V8's is 1 MB unless it is told, JavaScriptCore's is 4 MB. */
function stackBytes({ isBun }: Runtime): number {
  if (isBun) return 256 * 1024;
  return process.platform === 'win32' ? 64 * 1024 : 512 * 1024;
}

/**
 * V8's stack, in kilobytes, fits into that of the system's main thread (8 MB; on Windows it is V8's own). Its heap, besides the
 * interpreter's memory, holds a few values on their way, so that calls that are not awaited do not pile up.
 */
function flagsOf(maxValueBytes: number): readonly string[] {
  const heapMb = Math.max(512, Math.ceil((4 * maxValueBytes) / 2 ** 20));
  const stack = process.platform === 'win32' ? [] : ['--stack-size=7000'];
  return [...stack, `--max-old-space-size=${heapMb}`];
}

/**
 * V8 checks each function of the interpreter when that is first called, and its optimizing compiler begins late: by default it compiles
 * the largest ones while the interpreter boots, which takes more processor time than all else in a short session.
 */
const tuning = ['--wasm-lazy-validation', `--wasm-tiering-budget=${2 ** 31 - 1}`];

/** The memory of an interpreter that knows no session yet. */
interface Base {
  readonly bytes: Uint8Array;
  /** The version of the interpreter whose memory it is: another may be put in its place while the host runs. */
  readonly version: string;
}

function versionOf(path: string): string {
  const file = path === '' ? undefined : statSync(path, { throwIfNoEntry: false });
  return file === undefined ? '' : `${file.mtimeMs} ${file.size}`;
}

/** The backend `quickjs()`. */
export function createBackend(
  { wasm, node }: ResolvedOptions,
  onDiagnostic: (diagnostic: IsolationDiagnostic) => void,
): Backend {
  const place = new Place({ name: 'quickjs', onDiagnostic });
  /** What the first child has made for later ones, before it had anything of its session: they start with half the work. */
  let made: Base | undefined;
  const requireInterpreter = async (): Promise<void> => {
    // A child that was ready has read it.
    if (made === undefined) await readInterpreter(wasm);
  };
  const spawn: Backend['spawn'] = (options) => place.spawn(options, () => plan(options));
  const plan = async (options: ChildOptions): Promise<ScriptedChild> => {
    await requireInterpreter();
    const runtime = findRuntime('quickjs', node);
    const { functions, dialects, acceptsNull, seed, limits, snapshot } = options;
    const bytes = wasm instanceof Uint8Array ? wasm : undefined;
    const path = wasm instanceof Uint8Array ? '' : locateInterpreter(wasm);
    const version = versionOf(path);
    const base = snapshot === undefined && made?.version === version ? made.bytes : undefined;
    const hasHelpers = (snapshot ?? base) !== undefined;
    const given = { functions, dialects, acceptsNull, seed, limits };
    return {
      script,
      runtime,
      flags: flagsOf(limits.maxValueBytes),
      tuning,
      readable: path === '' ? [] : [path],
      options: {
        ...given,
        wasm: path,
        helperSource: hasHelpers ? '' : helperSource,
        stackBytes: stackBytes(runtime),
      } satisfies SessionOptions,
      parts: partsOf({ wasm: bytes, snapshot, base }),
      onReady: ({ base: fresh }) => {
        if (fresh !== undefined) made = { bytes: fresh, version };
      },
    };
  };
  let build: Promise<string> | undefined;
  return Object.freeze({
    ...quickjsFacts,
    get isolation() {
      return place.isIsolated ? 'wasm+os' : quickjsFacts.isolation;
    },
    async find() {
      findRuntime('quickjs', node);
      await requireInterpreter();
    },
    probe: () => place.probe(spawn),
    build() {
      build ??= describeBuild(wasm);
      build.catch(() => (build = undefined));
      return build;
    },
    spawn,
  } satisfies Backend);
}

function partsOf(
  parts: Readonly<Record<string, Uint8Array | undefined>>,
): Readonly<Record<string, Uint8Array>> {
  const present = Object.entries(parts).filter(([, part]) => part !== undefined);
  return Object.fromEntries(present) as Readonly<Record<string, Uint8Array>>;
}

async function describeBuild(wasm: Interpreter): Promise<string> {
  const scripts = new TextEncoder().encode(`${helperSource}\n${script}`);
  const [interpreter, adapter] = await Promise.all([
    readInterpreter(wasm).then(sha256Hex),
    sha256Hex(scripts),
  ]);
  return `quickjs-${interpreter.slice(0, 16)}-${adapter.slice(0, 16)}`;
}

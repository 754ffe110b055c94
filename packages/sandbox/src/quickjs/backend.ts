/// <reference path="../inline.d.ts" />
import guestSource from 'inline:../javascript/guest/main.ts';
import script from 'inline:./child/main.ts';

import { sha256Hex } from '@rlm/repl-types/internal';

import type { Backend, ChildOptions } from '../contract/backend.js';
import { findNode } from '../process/find-node.js';
import { Place, type IsolationDiagnostic, type ScriptedChild } from '../process/place.js';
import type { SessionOptions } from './child/session.js';
import { quickjsFacts } from './facts.js';
import { checkInterpreter, locateInterpreter, readInterpreter } from './interpreter.js';
import type { ResolvedOptions, WasmSource } from './options.js';

/**
 * Stacks in kilobytes and bytes: V8's, which has to fit into that of the system's main thread (8 MB; on Windows V8's own, 1 MB), and
 * the interpreter's, which has to end first.
 */
const stacks =
  process.platform === 'win32'
    ? { flags: [], bytes: 64 * 1024 }
    : { flags: ['--stack-size=7000'], bytes: 512 * 1024 };

/** The child's own heap, besides the interpreter's memory: a few values on their way, so that calls that are not awaited do not pile up. */
function heapMb(maxValueBytes: number): number {
  return Math.max(512, Math.ceil((4 * maxValueBytes) / 2 ** 20));
}

/** The backend `quickjs()`. */
export function createBackend(
  { wasm, node }: ResolvedOptions,
  onDiagnostic: (diagnostic: IsolationDiagnostic) => void,
): Backend {
  const place = new Place({ name: 'quickjs', onDiagnostic });
  const spawn: Backend['spawn'] = (options) => place.spawn(options, () => plan(options));
  const plan = async (options: ChildOptions): Promise<ScriptedChild> => {
    await checkInterpreter(wasm);
    const { functions, dialects, acceptsNull, seed, limits, snapshot } = options;
    const path = wasm.kind === 'bytes' ? '' : locateInterpreter(wasm);
    const given = { functions, dialects, acceptsNull, seed, limits, guestSource };
    return {
      script,
      node: findNode('quickjs', node),
      flags: [...stacks.flags, `--max-old-space-size=${heapMb(limits.maxValueBytes)}`],
      readable: path === '' ? [] : [path],
      options: { ...given, wasm: path, stackBytes: stacks.bytes } satisfies SessionOptions,
      parts: partsOf(wasm, snapshot),
      stopsByFrame: true,
    };
  };
  let build: Promise<string> | undefined;
  return Object.freeze({
    ...quickjsFacts,
    get isolation() {
      return place.isIsolated ? 'wasm+os' : quickjsFacts.isolation;
    },
    async find() {
      findNode('quickjs', node);
      await checkInterpreter(wasm);
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

function partsOf(wasm: WasmSource, snapshot: Uint8Array | undefined): ScriptedChild['parts'] {
  const parts: Record<string, Uint8Array> = {};
  if (wasm.kind === 'bytes') parts['wasm'] = wasm.bytes;
  if (snapshot !== undefined) parts['snapshot'] = snapshot;
  return parts;
}

async function describeBuild(wasm: WasmSource): Promise<string> {
  const scripts = new TextEncoder().encode(`${guestSource}\n${script}`);
  const [engine, adapter] = await Promise.all([
    readInterpreter(wasm).then(sha256Hex),
    sha256Hex(scripts),
  ]);
  return `quickjs-${engine.slice(0, 16)}-${adapter.slice(0, 16)}`;
}

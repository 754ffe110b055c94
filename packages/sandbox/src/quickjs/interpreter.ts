import { readFile } from 'node:fs/promises';
import { messageOf, sha256Hex } from '@rlm/repl-types/internal';

import { SandboxError } from '../contract/errors.js';
import { capWasmMemory } from '../wasm/cap-memory.js';
import { keepExports } from '../wasm/keep-exports.js';
import type { Compile } from '../process/compile-late.js';
import { reserveBytes } from './worker/memory-room.js';
import { unavailable } from '../host/unavailable.js';
import { locateQuickJS } from './locate.js';
import type { WasmSource } from './options.js';

/** The interpreter of one backend. */
export interface Interpreter {
  /** Compiled, with the memory that it may grow to; compiled once for each limit. */
  moduleFor(memoryBytes: number): Promise<WebAssembly.Module>;
  /** Tells one build from another: snapshots belong to it. */
  identity(): Promise<string>;
  /** Rejects if the interpreter cannot be loaded. */
  check(): Promise<void>;
}

/** Creates an {@link Interpreter} from the source in the options. */
export function createInterpreter(
  source: WasmSource,
  compile: Compile = (bytes) => WebAssembly.compile(bytes),
): Interpreter {
  if (source.kind === 'module') {
    const identity = crypto.randomUUID().replaceAll('-', '');
    return {
      moduleFor: () => Promise.resolve(source.module),
      identity: () => Promise.resolve(identity),
      check: () => Promise.resolve(),
    };
  }
  const modules = new Map<number, Promise<WebAssembly.Module>>();
  const compileFor = async (memoryBytes: number): Promise<WebAssembly.Module> => {
    const capped = capWasmMemory(await readBytes(source), memoryBytes, reserveBytes);
    return compile(keepExports(capped, isUsed) as Uint8Array<ArrayBuffer>);
  };
  return {
    moduleFor(memoryBytes) {
      const known = modules.get(memoryBytes);
      if (known !== undefined) return known;
      const module = compileFor(memoryBytes);
      modules.set(memoryBytes, module);
      module.catch(() => modules.delete(memoryBytes));
      return module;
    },
    identity: async () => sha256Hex(await readBytes(source)),
    async check() {
      await readBytes(source);
    },
  };
}

/** Whether `quickjs-wasi` uses an export. The others are QuickJS's own functions, for native extensions. */
export const isUsed = (name: string): boolean => /^(?:qjs_|wasm_|_|memory$)/.test(name);

const hint =
  "it is quickjs.wasm of the package quickjs-wasi: quickjs({ wasm: '/path/of/quickjs.wasm' })";
const magic = [0x00, 0x61, 0x73, 0x6d];

/** The interpreter's bytes. @throws SandboxError `backend_unavailable` */
async function readBytes(source: Exclude<WasmSource, { kind: 'module' }>): Promise<Uint8Array> {
  if (source.kind === 'bytes') return checked(source.bytes, 'the bytes given as `wasm`');
  const path = source.kind === 'file' ? source.path : locateQuickJS();
  try {
    return checked(await readFile(path), path);
  } catch (cause) {
    if (SandboxError.isInstance(cause)) throw cause;
    const reason = messageOf(cause);
    throw unavailable(`quickjs() could not read its interpreter: ${reason}`, hint, cause);
  }
}

function checked(bytes: Uint8Array, name: string): Uint8Array {
  if (magic.every((byte, index) => bytes[index] === byte)) return bytes;
  throw unavailable(
    `quickjs() needs its interpreter, and there is no WebAssembly in ${name}`,
    hint,
  );
}

import { isAbsolute } from 'node:path';
import { fileURLToPath } from 'node:url';

import { checkOptions, fields, oneOf, rule, type OptionRule } from '@rlm/repl-types/options';
import { callable, refuseOption } from '@rlm/repl-types/internal';

import type { ProcessDiagnostic, ProcessMode } from '../process/with-process.js';

/** How QuickJS is used. */
export interface QuickJSOptions {
  /**
   * The interpreter, `quickjs.wasm` of the package quickjs-wasi: its absolute path or `file:` URL, its bytes, or the
   * compiled module. Default: the installed package's. For bundles, which lose files that are only named.
   *
   * A compiled module keeps the maximum that its own memory section has: `limits.memoryBytes` is then held by the
   * interpreter's allocator alone, and snapshots open in the backend that made them and in no other.
   */
  readonly wasm?: string | URL | Uint8Array | WebAssembly.Module | undefined;
  /**
   * Where sessions run. `shared`: in one child process for all of them. `own`: each in its own child process. `none`:
   * in worker threads of this process, which a fatal error of V8 then ends. Default: `shared`, or `none` if no process
   * can be started (Electron, Bun, Deno, single executables) or `wasm` is a compiled module.
   */
  readonly process?: ProcessMode | undefined;
  /** Called with the reason if sessions run in this process although this was not requested. Default: ignored. */
  readonly onDiagnostic?: ((diagnostic: ProcessDiagnostic) => void) | undefined;
}

/** The source of the interpreter. */
export type WasmSource =
  | { readonly kind: 'installed' }
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array }
  | { readonly kind: 'module'; readonly module: WebAssembly.Module };

const optionRules = (): OptionRule =>
  fields<QuickJSOptions>({
    wasm: rule(
      "an absolute path or a file: URL (for a file beside the program new URL('./quickjs.wasm', import.meta.url)), bytes (a Uint8Array) or a WebAssembly.Module",
      (value) => sourceOf(value) !== undefined,
    ),
    process: oneOf('shared', 'own', 'none'),
    onDiagnostic: callable,
  });

/** Reads the options. @throws InvalidOptionError */
export function readOptions(options: QuickJSOptions): WasmSource {
  checkOptions(options, optionRules(), refuseOption);
  return sourceOf(options.wasm) ?? { kind: 'installed' };
}

function sourceOf(wasm: unknown): WasmSource | undefined {
  if (wasm instanceof Uint8Array) return { kind: 'bytes', bytes: wasm };
  if (wasm instanceof WebAssembly.Module) return { kind: 'module', module: wasm };
  const name = wasm instanceof URL ? wasm.href : wasm;
  if (typeof name !== 'string') return undefined;
  if (name.startsWith('file:')) return { kind: 'file', path: fileURLToPath(name) };
  return isAbsolute(name) ? { kind: 'file', path: name } : undefined;
}

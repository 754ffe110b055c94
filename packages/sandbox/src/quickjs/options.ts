import { isAbsolute } from 'node:path';
import { fileURLToPath } from 'node:url';

import { checkOptions, fields, rule, type OptionRule } from '@rlm/repl-types/options';
import { bound, callable, refuseOption } from '@rlm/repl-types/internal';

import { nodeRule } from '../process/find-node.js';
import type { IsolationDiagnostic } from '../process/place.js';

/** How QuickJS is used. */
export interface QuickJSOptions {
  /**
   * The interpreter, `quickjs.wasm` of the package quickjs-wasi: its absolute path or `file:` URL, or its bytes. Default: the
   * installed package's. For bundles, which lose files that are only named.
   */
  readonly wasm?: string | URL | Uint8Array | undefined;
  /**
   * The absolute path of the Node.js (20.19 or later) in which sessions run, each in a process of its own. Default: the one that runs
   * this program, or Bun, which the operating system does not isolate. Needed in Electron, single executables and Deno.
   */
  readonly node?: string | undefined;
  /**
   * How many sessions of `quickjs()` may be open at once in this process, whichever backend they are of; who opens one more waits. Default:
   * as many as three quarters of the memory hold, of 35 MB each.
   */
  readonly maxSessions?: number | undefined;
  /** Called with the reason if the operating system does not isolate sessions. Default: ignored. */
  readonly onDiagnostic?: ((diagnostic: IsolationDiagnostic) => void) | undefined;
}

/** The interpreter: its path or its bytes; undefined for the installed one. */
export type Interpreter = string | Uint8Array | undefined;

/** {@link QuickJSOptions}, read. */
export interface ResolvedOptions {
  readonly wasm: Interpreter;
  readonly node: string | undefined;
}

const optionRules = (): OptionRule =>
  fields<QuickJSOptions>({
    wasm: rule(
      "an absolute path or a file: URL (for a file beside the program new URL('./quickjs.wasm', import.meta.url)), or bytes (a Uint8Array); not a WebAssembly.Module, which cannot be handed to the process of a session",
      (value) => sourceOf(value) !== undefined,
    ),
    node: nodeRule,
    maxSessions: bound(1),
    onDiagnostic: callable,
  });

/** Reads the options. @throws InvalidOptionError */
export function resolveOptions(options: QuickJSOptions): ResolvedOptions {
  checkOptions(options, optionRules(), refuseOption);
  return { wasm: sourceOf(options.wasm), node: options.node };
}

function sourceOf(wasm: unknown): Interpreter {
  if (wasm instanceof Uint8Array) return wasm;
  const name = wasm instanceof URL ? wasm.href : wasm;
  if (typeof name !== 'string') return undefined;
  if (name.startsWith('file:')) return fileURLToPath(name);
  return isAbsolute(name) ? name : undefined;
}

import type { Backend } from '../contract/backend.js';
import type { SandboxBackend } from '../contract/session.js';
import { createSandbox } from '../session/create-sandbox.js';
import { toldDiagnostics } from '../session/told-diagnostics.js';
import { createBackend } from './backend.js';
import { type QuickJSOptions, resolveOptions } from './options.js';

/** What every `quickjs()` without options is made of: what one has learnt of this computer holds for all. */
let plain: Backend | undefined;

/**
 * JavaScript in QuickJS, compiled to WebAssembly, in a process of its own: the default for JavaScript. Code cannot reach
 * files, the network, a clock or objects of the host. Memory has a hard maximum. A cell is stopped uncatchably and its
 * variables stay.
 *
 * The interpreter is a file of the dependency `quickjs-wasi`. In a bundle, which has no such file, it is passed as `wasm`.
 * Where the program itself is no Node.js that can be started again, one is named as `node`.
 */
export function quickjs(options: QuickJSOptions = {}): SandboxBackend {
  const resolved = resolveOptions(options);
  const { wasm, node, onDiagnostic } = options;
  const hasNone = wasm === undefined && node === undefined && onDiagnostic === undefined;
  if (hasNone && plain !== undefined) return createSandbox(plain, options);
  const backend = createBackend(resolved, toldDiagnostics('quickjs', onDiagnostic));
  if (hasNone) plain = backend;
  return createSandbox(backend, options);
}

// Types that the signatures above use.
export type { QuickJSOptions } from './options.js';

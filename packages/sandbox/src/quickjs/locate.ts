import { findInstalled, type InstalledFile } from '../host/find-installed.js';

/** The one file that is needed of the dependency: the interpreter. */
const interpreter: InstalledFile = {
  backend: 'quickjs()',
  specifier: 'quickjs-wasi/quickjs.wasm',
  hint: "in a bundle, or if files were moved after the build, pass the file: quickjs({ wasm: '/path/of/quickjs.wasm' })",
};

/**
 * The path of the installed interpreter.
 *
 * @throws SandboxError `backend_unavailable`: what it looked for, where, and what to do
 */
export function locateQuickJS(): string {
  return findInstalled(interpreter);
}

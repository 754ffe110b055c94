import type { Backend } from '../contract/backend.js';
import type { SandboxBackend } from '../contract/session.js';
import { createSandbox } from '../session/create-sandbox.js';
import { toldDiagnostics } from '../session/told-diagnostics.js';
import { createBackend } from './backend.js';
import { type CPythonOptions, resolveOptions } from './options.js';
import { planUnsafe, planWalled } from './plan.js';

/**
 * The machine's Python, with its native packages, in a process isolated by bubblewrap (its own user, process, network,
 * mount and IPC namespaces, an empty read-only root), two seccomp filters and resource limits. Linux on x86-64 and
 * arm64. If any of these is missing, it does not start; `probe()` says which and why.
 *
 * @example
 * const session = await cpython().open({ functions: { llm_query: async (prompt: string) => prompt } });
 */
export function cpython(options: CPythonOptions = {}): SandboxBackend {
  const backend = createBackend({
    name: 'cpython',
    isolation: 'process+os',
    options: resolveOptions(options),
    plan: planWalled,
  });
  return createSandbox(backend, options);
}

/**
 * The machine's Python in a plain process: **no wall at all**. Cells can read and write files, use the network
 * and start programs as the user who runs the host. Only for code that you trust. Linux and macOS.
 */
export function unsafeCpython(options: CPythonOptions = {}): SandboxBackend {
  const backend = createBackend({
    name: 'unsafe-cpython',
    isolation: 'none',
    options: resolveOptions(options),
    plan: planUnsafe,
  });
  let isTold = false;
  const tell = (): void => {
    if (isTold) return;
    isTold = true;
    const message =
      'unsafeCpython() has no isolation: code can read and write files, use the network and start programs as this user';
    toldDiagnostics('unsafeCpython', options.onDiagnostic)({ code: 'unsafe_backend', message });
  };
  const spawn: Backend['spawn'] = (options) => {
    tell();
    return backend.spawn(options);
  };
  return createSandbox({ ...backend, spawn }, options);
}

// Types that the signatures above use.
export type { CPythonOptions, UnsafeDiagnostic } from './options.js';

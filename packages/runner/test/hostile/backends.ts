import type { SandboxBackend } from '@rlm/sandbox';
import { cpython } from '@rlm/sandbox/cpython';
import { pyodide } from '@rlm/sandbox/pyodide';
import { quickjs } from '@rlm/sandbox/quickjs';

import { sharedPython } from '../support/shared-python.js';

/** A backend, with why it cannot run code here; empty if it can. */
export interface TriedBackend {
  readonly backend: SandboxBackend;
  readonly reason: string;
}

/** The backends that run everywhere, one for each language. */
export function usualBackends(): Promise<readonly TriedBackend[]> {
  return Promise.all([quickjs(), sharedPython(pyodide())].map(tried));
}

/** All others, for heavy tests. */
export function otherBackends(): Promise<readonly TriedBackend[]> {
  return Promise.all([cpython()].map(tried));
}

async function tried(backend: SandboxBackend): Promise<TriedBackend> {
  const probe = await backend.probe();
  return { backend, reason: probe.ok ? '' : probe.reason };
}

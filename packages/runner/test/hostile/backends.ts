import type { SandboxBackend } from '@rlm/sandbox';
import { cpython } from '@rlm/sandbox/cpython';
import { v8 } from '@rlm/sandbox/v8';
import { monty } from '@rlm/sandbox/monty';
import { pyodide } from '@rlm/sandbox/pyodide';
import { quickjs } from '@rlm/sandbox/quickjs';

/** All backends that run code, each with why it cannot here; empty where it can. */
export async function backends(): Promise<
  readonly { readonly backend: SandboxBackend; readonly reason: string }[]
> {
  const all = [quickjs(), pyodide(), monty(), cpython(), v8()];
  return Promise.all(
    all.map(async (backend) => {
      const probe = await backend.probe();
      return { backend, reason: probe.ok ? '' : probe.reason };
    }),
  );
}

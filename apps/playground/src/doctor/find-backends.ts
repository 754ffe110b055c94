import type { SandboxBackend } from '@rlm/sandbox';

/** A place where code can run, and whether it works here. */
export interface FoundBackend {
  readonly name: string;
  readonly language: string;
  /** What keeps code from this computer, after it was tried. */
  readonly isolation: string;
  /** Why the operating system does not isolate it, and what to install. */
  readonly isolationMissing?: string | undefined;
  /** The command line that takes it; absent: a program of yours can, rlm does not. */
  readonly takenBy?: string | undefined;
  readonly ok: boolean;
  /** Why it does not work here. */
  readonly problem?: string | undefined;
  /** How to get it. */
  readonly hint?: string | undefined;
}

/** Each is loaded when it is tried. */
const backends: readonly {
  readonly name: string;
  readonly takenBy?: string | undefined;
  readonly load: () => Promise<SandboxBackend>;
}[] = [
  {
    name: 'quickjs',
    takenBy: 'rlm ask',
    load: async () => (await import('@rlm/sandbox/quickjs')).quickjs(),
  },
  {
    name: 'pyodide',
    takenBy: 'rlm ask --python',
    load: async () => (await import('@rlm/sandbox/pyodide')).pyodide(),
  },
  { name: 'cpython', load: async () => (await import('@rlm/sandbox/cpython')).cpython() },
];

/** Tries every backend. */
export function findBackends(): Promise<readonly FoundBackend[]> {
  return Promise.all(
    backends.map(async ({ name, takenBy, load }) => {
      const backend = await load();
      const probe = await backend.probe();
      return {
        name,
        language: backend.language,
        isolation: backend.isolation,
        takenBy,
        ok: probe.ok,
        problem: probe.ok ? undefined : probe.reason,
        isolationMissing: probe.ok ? probe.isolationMissing : undefined,
        hint: probe.ok ? undefined : probe.hint,
      };
    }),
  );
}

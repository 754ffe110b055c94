import type { BootImageDiagnostic } from './boot-images.js';
import { prepareRuntime, type Runtime, type RuntimeOptions } from './runtime.js';

type Listener = (diagnostic: BootImageDiagnostic) => void;

interface SharedRuntime {
  readonly runtime: Promise<Runtime>;
  readonly heard: BootImageDiagnostic[];
  readonly listeners: Set<Listener>;
}

/**
 * Runtimes of this process, by their source. This is a memo, not state: the same options always give the same bytes,
 * which take 32 MB and two seconds to make, so all backends of the process share them.
 */
const runtimes = new Map<string, SharedRuntime>();

/**
 * The runtime for these options, created on first use; a failure is not kept. Every listener gets each of its
 * diagnostics once.
 */
export function sharedRuntime(options: RuntimeOptions): Promise<Runtime> {
  const { folder, cacheFolder, onDiagnostic } = options;
  const key = JSON.stringify([folder, cacheFolder ?? null]);
  let shared = runtimes.get(key);
  if (shared === undefined) {
    shared = share(options);
    runtimes.set(key, shared);
    shared.runtime.catch(() => runtimes.delete(key));
  }
  if (!shared.listeners.has(onDiagnostic)) {
    shared.listeners.add(onDiagnostic);
    for (const diagnostic of shared.heard) onDiagnostic(diagnostic);
  }
  return shared.runtime;
}

function share(options: RuntimeOptions): SharedRuntime {
  const heard: BootImageDiagnostic[] = [];
  const listeners = new Set<Listener>();
  const prepare = () =>
    prepareRuntime({
      ...options,
      onDiagnostic(diagnostic) {
        heard.push(diagnostic);
        for (const listener of listeners) listener(diagnostic);
      },
    });
  return { runtime: Promise.resolve().then(prepare), heard, listeners };
}

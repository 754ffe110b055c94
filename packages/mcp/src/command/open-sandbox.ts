import type { SandboxBackend } from '@rlm/sandbox';
import { quickjs } from '@rlm/sandbox/quickjs';

import type { CommandOptions } from './options.js';
import { UsageError } from './usage.js';

/**
 * Where the model's code runs. What is missing for its isolation is said once. Throws {@link UsageError} if it is required, or if
 * Python cannot run.
 */
export async function openSandbox(
  { python, requireIsolation }: Pick<CommandOptions, 'python' | 'requireIsolation'>,
  say: (words: string) => void,
): Promise<SandboxBackend> {
  const told = new Set<string>();
  const onDiagnostic = ({ code, message }: { readonly code: string; readonly message: string }) => {
    if (code === 'isolation_missing' && !told.has(message)) say(`isolation: ${message}`);
    told.add(message);
  };
  const backend = python
    ? (await import('@rlm/sandbox/pyodide')).pyodide({ onDiagnostic })
    : quickjs({ onDiagnostic });
  if (!python && !requireIsolation) return backend;
  const probed = await backend.probe();
  if (!probed.ok) {
    const how = python ? '. With Python: npx -p @rlm/mcp -p pyodide@314.0.7 rlm-mcp --python' : '';
    throw new UsageError(`The model's code cannot run: ${probed.reason}${how}`);
  }
  if (requireIsolation && backend.isolation !== 'wasm+os') {
    const why = probed.isolationMissing ?? `${backend.name}() runs in the process of the server`;
    throw new UsageError(`--require-isolation: ${why}`);
  }
  return backend;
}

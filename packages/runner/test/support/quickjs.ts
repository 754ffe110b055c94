import { quickjs as realQuickjs } from '@rlm/sandbox/quickjs';
import type { SandboxBackend } from '@rlm/sandbox';

/** QuickJS in worker threads of this process: hundreds of runs would start a process each. */
export function quickjs(options: Parameters<typeof realQuickjs>[0] = {}): SandboxBackend {
  return realQuickjs({ process: 'none', ...options });
}

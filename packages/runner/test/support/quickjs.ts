import { quickjs as realQuickjs, type QuickJSOptions } from '@rlm/sandbox/quickjs';
import type { SandboxBackend } from '@rlm/sandbox';

/** QuickJS in worker threads of this process: hundreds of runs would start a process each. */
export function quickjs(options: QuickJSOptions = {}): SandboxBackend {
  return realQuickjs({ process: 'none', ...options });
}

import type { Backend } from '../contract/backend.js';
import { javascriptInstructions } from '../javascript/instructions.js';

/** What is known of `quickjs()` before its code is loaded. */
export const quickjsFacts = Object.freeze({
  name: 'quickjs',
  language: 'javascript',
  isolation: 'wasm',
  capabilities: {
    snapshot: true,
    survivesTimeout: true,
    concurrentCalls: true,
    helpers: true,
    preflight: true,
  },
  /** What a session takes, of ten: measured. */
  sessionBytes: 35 * 2 ** 20,
  textMemory: { copies: 2, besideBytes: 2 ** 24 },
  instructions: () => javascriptInstructions('ES2023, QuickJS'),
} satisfies Partial<Backend>);

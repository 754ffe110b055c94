import { RlmError } from './rlm-error.js';

/**
 * Throws if the runtime lacks Web Crypto (Node.js 18 and older), which creates ids and keys. Call it first, so that
 * nothing breaks half-way.
 *
 * @throws RlmError `runtime_unsupported`, naming the version that is needed
 */
export function requireWebCrypto(): void {
  const own = Object.getOwnPropertyDescriptor(globalThis, 'crypto');
  // Node.js loads Web Crypto when its getter is called, which takes 2 ms of a new process.
  if (own?.get !== undefined) return;
  if ((globalThis as { crypto?: unknown }).crypto !== undefined) return;
  throw new RlmError(
    'This runtime has no Web Crypto (globalThis.crypto). Use Node.js 20.19 or later, Deno, Bun or a browser.',
    { code: 'runtime_unsupported' },
  );
}

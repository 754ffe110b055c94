import { RlmError } from './rlm-error.js';

/**
 * Throws where the runtime has no Web Crypto, which ids and keys are made with: Node.js 18 and older. Called before anything
 * else is done, so that nothing breaks half-way.
 *
 * @throws RlmError `runtime_unsupported`, naming the version that is needed
 */
export function requireWebCrypto(): void {
  if ((globalThis as { crypto?: unknown }).crypto !== undefined) return;
  throw new RlmError(
    'expected a runtime with Web Crypto (globalThis.crypto): Node.js 20.19 or later, Deno, Bun or a browser',
    { code: 'runtime_unsupported' },
  );
}

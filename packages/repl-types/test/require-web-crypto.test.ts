import { afterEach, describe, expect, it, vi } from 'vitest';

import { requireWebCrypto } from '../src/internal.js';

afterEach(() => {
  vi.unstubAllGlobals();
});

describe('requireWebCrypto', () => {
  it('is silent where there is Web Crypto', () => {
    expect(() => {
      requireWebCrypto();
    }).not.toThrow();
  });

  it('is silent if the global object inherits it, as in workers of browsers', () => {
    const own = Object.getOwnPropertyDescriptor(globalThis, 'crypto');
    const above = Object.getPrototypeOf(globalThis) as object;
    Reflect.deleteProperty(globalThis, 'crypto');
    Object.defineProperty(above, 'crypto', { ...own, configurable: true });
    try {
      expect(requireWebCrypto).not.toThrow();
    } finally {
      Reflect.deleteProperty(above, 'crypto');
      if (own !== undefined) Object.defineProperty(globalThis, 'crypto', own);
    }
  });

  it('names the version that is needed where there is none', () => {
    vi.stubGlobal('crypto', undefined);
    expect(requireWebCrypto).toThrow(
      expect.objectContaining({
        code: 'runtime_unsupported',
        message: expect.stringMatching(/Node\.js 20\.19 or later/) as string,
      }) as Error,
    );
  });
});

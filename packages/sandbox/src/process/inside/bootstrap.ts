/** What a child's script finds as `host`. */
export interface ScriptHost {
  /** Imports a module: the script itself cannot. */
  readonly importModule: (url: string) => Promise<unknown>;
}

/**
 * Reads a script from descriptor 3 (its length, then its text) and runs it. It finds `require` and {@link ScriptHost}; the environment
 * is empty: everything else that it must know comes through the pipe too.
 */
export const bootstrap = `
const { readSync } = require('node:fs');
const read = (length) => {
  const bytes = Buffer.allocUnsafeSlow(length);
  for (let at = 0; at < length; ) {
    const got = readSync(3, bytes, at, length - at, null);
    if (got === 0) process.abort();
    at += got;
  }
  return bytes;
};
const script = read(read(4).readUInt32LE(0)).toString('utf8');
new Function('require', 'host', script)(require, { importModule: (url) => import(url) });
`;

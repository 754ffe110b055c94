/** What a child's script finds as `host`. */
export interface ScriptHost {
  /** Imports a module: the script itself cannot. */
  readonly importModule: (url: string) => Promise<unknown>;
  /** What V8 has made of the script until now: later children need not do that again. */
  readonly codeCache: () => Uint8Array;
}

/**
 * Reads a script and its code cache from descriptor 3, each with its length before it, and runs the script. That finds `require` and
 * {@link ScriptHost}; the environment is empty: everything else that it must know comes through the pipe too. V8 does not use a cache
 * that is empty, or is not of this script, version and options.
 */
export const bootstrap = `
const { readSync } = require('node:fs');
const { Script } = require('node:vm');
const read = (length) => {
  const bytes = Buffer.allocUnsafeSlow(length);
  for (let at = 0; at < length; ) {
    const got = readSync(3, bytes, at, length - at, null);
    if (got === 0) process.abort();
    at += got;
  }
  return bytes;
};
const [source, cachedData] = [read(read(4).readUInt32LE(0)), read(read(4).readUInt32LE(0))];
const text = '(function (require, host) {' + source.toString('utf8') + '\\n})';
const script = new Script(text, cachedData.length > 0 ? { cachedData } : {});
script.runInThisContext()(require, {
  importModule: (url) => import(url),
  codeCache: () => script.createCachedData(),
});
`;

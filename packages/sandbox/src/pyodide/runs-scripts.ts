/**
 * Whether Pyodide's modules run as scripts, without what no one uses: in Node.js. Other runtimes have rules of their own for scripts
 * of `node:vm`. The addresses of functions differ, and so do the boot images.
 */
export const runsScripts: boolean =
  process.versions['deno'] === undefined && process.versions['bun'] === undefined;

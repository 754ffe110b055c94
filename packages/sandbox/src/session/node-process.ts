/** The process of Node.js, which Deno and Bun have too; undefined in a browser. */
export function nodeProcess(): Partial<NodeJS.Process> | undefined {
  return (globalThis as { process?: Partial<NodeJS.Process> }).process;
}

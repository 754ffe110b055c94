import { Worker } from 'node:worker_threads';

/** The memory that a thread may take, in megabytes. */
export interface ThreadRoom {
  readonly stackSizeMb: number;
  readonly maxOldGenerationSizeMb: number;
}

/** The first message to a thread. */
export interface ThreadScript {
  /** Its script, in CommonJS; it also finds `host` in scope: a {@link ThreadHost}. */
  readonly source: string;
  /** V8's compiled code of it from an earlier thread. */
  readonly cache?: Uint8Array | undefined;
  /** Data for the script. */
  readonly data?: unknown;
}

/** What a thread's script finds as `host`. */
export interface ThreadHost {
  /** The code of the script that V8 has compiled so far; undefined if an earlier thread has passed it on. */
  codeCache(): Uint8Array | undefined;
  /** The data that came with the script. */
  readonly data: unknown;
  /** Imports a module: the script itself cannot. */
  readonly importModule: (url: string) => Promise<unknown>;
}

/** Waits for the script and runs it: from V8's code cache if there is one, which takes a quarter of the time. */
const bootstrap = `
require('node:worker_threads').parentPort.once('message', ({ source, cache, data }) => {
  const { Script } = require('node:vm');
  const script = new Script('(function (require, module, exports, host) {' + source + '\\n})', {
    filename: 'thread.cjs',
    cachedData: cache,
  });
  const scope = { exports: {} };
  script.runInThisContext()(require, scope, scope.exports, {
    codeCache: () => (cache === undefined ? script.createCachedData() : undefined),
    data,
    importModule: (url) => import(url),
  });
});
`;

function optionsOf(resourceLimits: ThreadRoom): object {
  const streams = { stdin: false, stdout: true, stderr: true };
  return { eval: true, env: {}, execArgv: [], ...streams, resourceLimits };
}

/** Starts a thread, which waits for its {@link ThreadScript}. */
export function startThread(room: ThreadRoom): Worker {
  return new Worker(bootstrap, optionsOf(room));
}

/** {@link startThread} as an expression: a process that has no script yet starts its thread by it, while the script comes. */
export function startThreadText(room: ThreadRoom): string {
  const args = [bootstrap, optionsOf(room)].map((arg) => JSON.stringify(arg));
  return `new (require('node:worker_threads').Worker)(${args.join(', ')})`;
}

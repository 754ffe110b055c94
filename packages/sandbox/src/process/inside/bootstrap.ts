/**
 * Waits for stops, in a thread of its own: each is the id of a cell, which it leaves where the interpreter's own check looks. The end of
 * the pipe means that the host is gone, and so is this process. Behind the filter it may not kill itself: there it ends with bubblewrap,
 * or when its own code sees the second word.
 */
const stopThread = `
const { readSync } = require('node:fs');
const { workerData: stop } = require('node:worker_threads');
const bytes = Buffer.alloc(4096);
let held = 0;
const read = () => {
  try {
    return readSync(4, bytes, held, bytes.length - held, null);
  } catch (error) {
    return error.code === 'EAGAIN' ? -1 : 0;
  }
};
for (let got = read(); got !== 0; got = read()) {
  if (got < 0) {
    Atomics.wait(stop, 1, 0, 5);
    continue;
  }
  held += got;
  const whole = held - (held % 4);
  if (whole === 0) continue;
  Atomics.store(stop, 0, bytes.readInt32LE(whole - 4));
  Atomics.notify(stop, 0);
  bytes.copy(bytes, 0, whole, held);
  held -= whole;
}
Atomics.store(stop, 1, 1);
Atomics.notify(stop, 1);
process.kill(process.pid, 'SIGKILL');
`;

/** The heap of that thread, which holds nothing. */
const stopRoom = { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 1, stackSizeMb: 1 };

const stopOptions = {
  eval: true,
  env: {},
  execArgv: [],
  stdin: false,
  stdout: false,
  stderr: false,
  resourceLimits: stopRoom,
};

/** What a child's script finds as `host`. */
export interface ScriptHost {
  /** Word 0: the id of the cell that is to stop. Word 1: whether the host is gone. */
  readonly stop: Int32Array;
  /** Imports a module: the script itself cannot. */
  readonly importModule: (url: string) => Promise<unknown>;
}

/**
 * Starts the thread for stops, reads a script from descriptor 3 (its length, then its text) and runs it. It finds `require` and
 * {@link ScriptHost}; the environment is empty: everything else that it must know comes through the pipe too.
 */
export const bootstrap = `
const { readSync } = require('node:fs');
const { Worker } = require('node:worker_threads');
const stop = new Int32Array(new SharedArrayBuffer(8));
new Worker(${JSON.stringify(stopThread)}, { ...${JSON.stringify(stopOptions)}, workerData: stop }).unref();
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
new Function('require', 'host', script)(require, { stop, importModule: (url) => import(url) });
`;

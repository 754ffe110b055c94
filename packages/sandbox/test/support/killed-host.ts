import { type ChildProcess, spawn } from 'node:child_process';

import { bundleHost } from './bundle-host.mjs';
import { descendants, type ProcessMark } from './process-tree.js';

/** A host in a process of its own, with one idle and one busy session. */
export interface StartedHost {
  readonly child: ChildProcess;
  /** Its guests and their helpers. */
  readonly guests: readonly ProcessMark[];
  remove(): Promise<void>;
}

/** Cells of a language: one that sets a variable, and one that calls `begun` and never ends. */
const cells = {
  python: ['x = 1', 'begun()\nx = sum(range(10**13))\nwhile True:\n    x = x + 1'],
  javascript: ['x = 1', 'await begun(); for (;;);'],
} as const;

/** Starts a host whose sessions come from `expression`, an export of `entry` called. */
export async function startHost(
  entry: string,
  expression: string,
  language: keyof typeof cells = 'python',
): Promise<StartedHost> {
  const [idle, busy] = cells[language].map((cell) => JSON.stringify(cell));
  const host = await bundleHost(`import * as backends from ${JSON.stringify(entry)};
const backend = backends.${expression};
const idle = await backend.open();
await idle.execute(${idle});
const busy = await backend.open({ functions: { begun: () => process.stdout.write('ready\\n') } });
void busy.execute(${busy});
setInterval(() => undefined, 1000);`);
  const child = spawn(process.execPath, [host.file], {
    stdio: ['ignore', 'pipe', 'inherit'],
    cwd: import.meta.dirname,
  });
  await new Promise<void>((resolve, reject) => {
    child.stdout.once('data', () => {
      resolve();
    });
    child.once('exit', (code) => {
      reject(new Error(`the host ended with ${String(code)}`));
    });
  });
  const guests = await descendants(child.pid ?? 0);
  return {
    child,
    guests,
    remove: host.remove,
  };
}

import { spawn } from 'node:child_process';

import { untilExpired } from '@rlm/repl-types/internal';

import { bundleHost } from './bundle-host.mjs';
import { descendants, type ProcessMark } from './process-tree.js';

/** A host in a process of its own. */
interface StartedHost {
  readonly pid: number;
  /** Kills it, or terminates its thread. */
  end(): void;
  /** Its children, and what helps them. */
  readonly children: readonly ProcessMark[];
  remove(): Promise<void>;
}

/** What a host is: sessions come from `expression`, an export of `entry` called. */
interface HostOptions {
  readonly entry: string;
  readonly expression: string;
  readonly language: keyof typeof cells;
  /**
   * `sessions`: it has an idle one, a busy one, and one that waits for a call. `thread`: a thread of it has them. `starts`: it opens some
   * all the time.
   */
  readonly kind: 'sessions' | 'thread' | 'starts';
}

/** Cells of a language: one that sets a variable, one that calls `begun` and never ends, and one that waits for the host. */
const cells = {
  python: ['x = 1', 'begun()\nx = sum(range(10**13))\nwhile True:\n    x = x + 1', 'hang()'],
  javascript: ['x = 1', 'await begun(); for (;;);', 'await hang()'],
} as const;

/** How long a host may take until its sessions are as they shall be, in milliseconds. */
const startMs = 60_000;

/** Starts a host; resolves when its sessions are as they shall be. One that does not come to that is ended: it would keep its caller's stderr open. */
export async function startHost(options: HostOptions): Promise<StartedHost> {
  const { file, remove } = await bundleHost(sourceOf(options));
  const child = spawn(process.execPath, [file], {
    stdio: ['ignore', 'pipe', 'inherit'],
    cwd: import.meta.dirname,
  });
  const host = {
    pid: child.pid ?? 0,
    end() {
      child.kill(options.kind === 'thread' ? 'SIGTERM' : 'SIGKILL');
    },
    remove() {
      child.kill('SIGKILL');
      return remove();
    },
  };
  const begun = new Promise<void>((resolve, reject) => {
    child.stdout.once('data', () => {
      resolve();
    });
    child.once('exit', (code) => {
      reject(new Error(`the host ended with ${String(code)}`));
    });
  });
  try {
    await untilExpired(begun, startMs, () => {
      throw new Error(`the host's sessions did not begin within ${startMs} ms`);
    });
    return { ...host, children: await childrenOf(host.pid) };
  } catch (error) {
    await host.remove();
    throw error;
  }
}

/** The children of a host: one that opens sessions all the time has none for a moment. */
async function childrenOf(pid: number): Promise<readonly ProcessMark[]> {
  for (let round = 0; round < 1_000; round += 1) {
    const children = await descendants(pid);
    if (children.length > 0) return children;
  }
  throw new Error('the host has sessions, and no process for them');
}

function sourceOf({ entry, expression, language, kind }: HostOptions): string {
  const [idle, busy, waiting] = cells[language].map((cell) => JSON.stringify(cell));
  const sessions = `const idle = await backend.open();
await idle.execute(${idle});
const hang = () => new Promise(() => undefined);
const waiting = await backend.open({ functions: { hang } });
void waiting.execute(${waiting});
const busy = await backend.open({ functions: { begun: () => process.stdout.write('ready\\n') } });
void busy.execute(${busy});`;
  const starts = `const again = async () => { for (;;) await (await backend.open()).close(); };
void again(); void again();
await (await backend.open()).close();
process.stdout.write('ready\\n');`;
  return `import { isMainThread, Worker } from 'node:worker_threads';
import * as backends from ${JSON.stringify(entry)};
setInterval(() => undefined, 1000);
if (${kind === 'thread'} && isMainThread) {
  const thread = new Worker(new URL(import.meta.url));
  process.on('SIGTERM', () => thread.terminate());
} else {
  const backend = backends.${expression};
  ${kind === 'starts' ? starts : sessions}
}`;
}

import type { EngineRecipe } from '../../src/contract/engine.js';
import type { ProcessCommand } from '../../src/process/command.js';
import { EngineProcess } from '../../src/process/engine-process.js';

/**
 * What a process of engines begins with that says what it likes. `attack` sees `say(message)`, `send(kind, bytes)`, `raw(bytes)`,
 * each of which waits where the host does not read, and `on(type, task)`: runs a task when the host has said that. It ends its engine
 * when it is told to, unless `tasks.kill` is emptied.
 */
const prelude = `
const socket = new (require('node:net').Socket)({ fd: 3 });
const sent = (bytes) => new Promise((resolve) => socket.write(bytes) ? resolve() : socket.once('drain', resolve));
const header = (kind, length) => { const head = Buffer.alloc(5); head[0] = kind; head.writeUInt32LE(length, 1); return head; };
const raw = (bytes) => sent(bytes);
const send = (kind, bytes) => sent(Buffer.concat([header(kind, bytes.length), bytes]));
const say = (message) => send(3, Buffer.from(typeof message === 'string' ? message : JSON.stringify(message)));
const frames = (...frames) => say({ type: 'frames', engine: 1, frames });
const tasks = { load: [() => say({ type: 'ready' })], start: [() => say({ type: 'started', engine: 1 })], kill: [() => say({ type: 'killed', engine: 1 })] };
const on = (type, task) => { (tasks[type] ??= []).push(task); };
socket.on('error', () => process.exit(0));
socket.on('close', () => process.exit(0));
let seen = '';
const hear = (bytes) => {
  seen = (seen + bytes.toString('latin1')).slice(-10_000);
  for (const type of Object.keys(tasks)) {
    for (;;) {
      const found = seen.indexOf('"type":"' + type + '"');
      if (found === -1) break;
      seen = seen.slice(found + 8);
      for (const task of tasks[type]) task();
    }
  }
};
socket.on('data', hear);
const deafen = () => { socket.off('data', hear); socket.pause(); };
const done = (id) => frames({ type: 'done', id, status: 'ok' });
`;

/** The command of a process that runs `attack`. */
export function forgedCommand(attack: string): ProcessCommand {
  const args = ['-e', prelude + attack];
  return { guest: { command: process.execPath, args, env: {}, sockets: 1 }, begin: () => [] };
}

/** A recipe whose processes a test can look at. */
export interface ForgedRecipe extends EngineRecipe {
  readonly processes: readonly EngineProcess[];
}

/** A recipe each of whose sessions has a process of its own that runs `attack`. */
export function forgedRecipe(
  attack: string,
  onDiagnostic: (diagnostic: unknown) => void = () => undefined,
): ForgedRecipe {
  const processes: EngineProcess[] = [];
  const options = { onDiagnostic, onIdle: (process: EngineProcess) => void process.end() };
  return {
    processes,
    name: 'forged',
    language: 'python',
    isolation: 'wasm',
    capabilities: { snapshot: true, survivesTimeout: true, concurrentCalls: false },
    instructions: () => '',
    probe: () => Promise.resolve({ ok: true }),
    build: () => Promise.resolve('1'),
    async start(start) {
      const own = await EngineProcess.start(forgedCommand(attack), {}, options, start.abortSignal);
      processes.push(own);
      return own.start(start);
    },
  };
}

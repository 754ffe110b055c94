import type { Backend } from '../../src/contract/backend.js';
import { ProcessChild } from '../../src/process/child.js';

/**
 * What a child begins with that says what it likes. `attack` sees `send(kind, payload)`, `header(kind, length)` and `raw(bytes)`, each
 * of which waits where the host does not read, and `on(kind, task)`: runs a task, with the frame's line, when the host has sent one.
 */
const prelude = `
const socket = new (require('node:net').Socket)({ fd: 3 });
const raw = (bytes) => new Promise((resolve) => socket.write(bytes) ? resolve() : socket.once('drain', resolve));
const header = (kind, length) => { const head = Buffer.alloc(5); head.write(kind); head.writeUInt32LE(length, 1); return head; };
const send = (kind, payload = '') => { const bytes = Buffer.from(payload); return raw(Buffer.concat([header(kind, bytes.length), bytes])); };
const done = (id) => send('D', JSON.stringify({ id, status: 'ok' }));
const tasks = {};
const on = (kind, task) => { (tasks[kind] ??= []).push(task); };
socket.on('error', () => process.exit(0));
socket.on('close', () => process.exit(0));
let held = Buffer.alloc(0);
let hasProgram = false;
const hear = (bytes) => {
  held = Buffer.concat([held, bytes]);
  for (;;) {
    const start = hasProgram ? 5 : 4;
    if (held.length < start) return;
    const end = start + held.readUInt32LE(start - 4);
    if (held.length < end) return;
    const [kind, payload] = [String.fromCharCode(held[0]), held.toString('utf8', start, end)];
    held = held.subarray(end);
    if (!hasProgram) hasProgram = true;
    else for (const task of tasks[kind] ?? []) task(JSON.parse(payload.split('\\n')[0]));
  }
};
socket.on('data', hear);
const deafen = () => { socket.off('data', hear); socket.pause(); };
on('O', () => send('K', '{}'));
`;

/** A backend each of whose children runs `attack`. */
export function forgedBackend(attack: string): Backend {
  return {
    name: 'forged',
    language: 'python',
    isolation: 'process',
    capabilities: { snapshot: true, survivesTimeout: true },
    build: () => Promise.resolve('1'),
    spawn: (options) =>
      new ProcessChild(options, (attempt) =>
        attempt({
          name: 'forged',
          command: {
            command: process.execPath,
            args: ['-e', prelude + attack],
            env: {},
            stops: 'socket',
          },
          program: '',
          options: () => ({}),
          check: () => undefined,
        }),
      ),
  };
}

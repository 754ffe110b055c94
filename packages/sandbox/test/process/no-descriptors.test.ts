import { EventEmitter } from 'node:events';

import { expect, it, vi } from 'vitest';

import { startInTurn } from '../../src/process/spawn.js';

vi.mock(import('node:child_process'), async (importOriginal) => ({
  ...(await importOriginal()),
  // As Node.js does at EMFILE: no streams, not even a list of them, and the error as an event.
  spawn: (() => {
    const child = new EventEmitter();
    process.nextTick(() => child.emit('error', new Error('spawn EMFILE')));
    return child;
  }) as never,
}));

it('a process that cannot start for want of descriptors is an error, not the end of the host', async () => {
  const command = { command: '/bin/true', args: [], env: {}, sockets: 2 };
  await expect(startInTurn(command)).rejects.toThrow('no file descriptor is left (EMFILE)');
  await new Promise(setImmediate);
});

import { EventEmitter } from 'node:events';

import { afterAll, expect, it, vi } from 'vitest';

afterAll(() => {
  vi.doUnmock('node:child_process');
  vi.resetModules();
});

it('a process that cannot start for want of descriptors is an error, not the end of the host', async () => {
  // As Node.js does at EMFILE: no streams, not even a list of them, and the error as an event.
  const spawn = (): EventEmitter => {
    const child = new EventEmitter();
    process.nextTick(() => child.emit('error', new Error('spawn EMFILE')));
    return child;
  };
  vi.resetModules();
  vi.doMock('node:child_process', () => ({ spawn }));
  const { startInTurn } = await import('../../src/process/spawn.js');
  const command = { command: '/bin/true', args: [], env: {}, stops: 'socket' } as const;
  await expect(startInTurn(command)).rejects.toThrow('no file descriptor is left (EMFILE)');
  await new Promise(setImmediate);
});

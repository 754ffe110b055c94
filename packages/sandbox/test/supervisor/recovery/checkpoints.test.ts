import { expect, it } from 'vitest';

import { Checkpoints } from '../../../src/supervisor/recovery/checkpoints.js';

const mebibyte = 1024 * 1024;

it.each([
  ['is kept up to 64 MiB', 64 * mebibyte, true],
  ['is not kept beyond, whatever the guest was told', 64 * mebibyte + 1, false],
])('a snapshot that the sandbox takes on its own %s', async (_, length, isKept) => {
  const saved: number[] = [];
  const asked: number[] = [];
  const history = {
    wantsCheckpoint: () => true,
    save: ({ length: size }: Uint8Array) => saved.push(size),
  };
  const guest = {
    snapshot(most: number) {
      asked.push(most);
      return Promise.resolve(new Uint8Array(length));
    },
  };
  const recipe = { name: 'own', capabilities: { snapshot: true } };
  const checkpoints = new Checkpoints(recipe as never, history as never);
  for (let turn = 0; turn < 3; turn += 1) {
    checkpoints.take(guest as never, false);
    await checkpoints.settled;
  }
  expect(asked).toEqual([64 * mebibyte, 64 * mebibyte, 64 * mebibyte]);
  expect(saved).toEqual(isKept ? [length, length, length] : []);
});

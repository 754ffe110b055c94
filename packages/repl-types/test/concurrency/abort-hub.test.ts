import { describe, expect, it } from 'vitest';

import { createAbortHub, untilAborted } from '../../src/internal.js';

/** A signal that counts its listeners. */
function countingSignal(): { controller: AbortController; listeners: () => number } {
  const controller = new AbortController();
  const { signal } = controller;
  let listeners = 0;
  const add = signal.addEventListener.bind(signal);
  const remove = signal.removeEventListener.bind(signal);
  signal.addEventListener = (...args: Parameters<typeof add>) => {
    listeners += 1;
    add(...args);
  };
  signal.removeEventListener = (...args: Parameters<typeof remove>) => {
    listeners -= 1;
    remove(...args);
  };
  return { controller, listeners: () => listeners };
}

describe('createAbortHub', () => {
  it('listens once, however many there are to tell, and not at all for nobody', () => {
    const { controller, listeners } = countingSignal();
    const hub = createAbortHub();
    const heard: unknown[] = [];
    const unwatch = Array.from({ length: 100 }, () =>
      hub.watch(controller.signal, (reason) => heard.push(reason)),
    );
    expect(listeners()).toBe(1);
    for (const each of unwatch.slice(0, 99)) each();
    expect(listeners()).toBe(1);
    controller.abort('enough');
    expect(heard).toEqual(['enough']);

    const other = countingSignal();
    const leave = hub.watch(other.controller.signal, () => undefined);
    leave();
    leave();
    expect(other.listeners()).toBe(0);
  });

  it('does not tell one who leaves while others are told', () => {
    const controller = new AbortController();
    const hub = createAbortHub();
    const heard: string[] = [];
    hub.watch(controller.signal, () => {
      heard.push('first');
      leave();
    });
    const leave = hub.watch(controller.signal, () => heard.push('second'));
    controller.abort();
    expect(heard).toEqual(['first']);
  });

  it('tells at once of a signal that is aborted already', () => {
    const heard: unknown[] = [];
    createAbortHub().watch(AbortSignal.abort('before'), (reason) => heard.push(reason));
    expect(heard).toEqual(['before']);
  });
});

describe('untilAborted', () => {
  it('gives what the work comes to, and forgets the signal', async () => {
    const { controller, listeners } = countingSignal();
    await expect(untilAborted(Promise.resolve(1), controller.signal)).resolves.toBe(1);
    const failed = untilAborted(Promise.reject(new Error('no')), controller.signal);
    await expect(failed).rejects.toThrow('no');
    expect(listeners()).toBe(0);
  });

  it('rejects with the reason of a signal that is aborted first, before or after the call', async () => {
    const never = new Promise(() => undefined);
    const controller = new AbortController();
    const waiting = untilAborted(never, controller.signal);
    controller.abort(new Error('enough'));
    await expect(waiting).rejects.toThrow('enough');
    await expect(untilAborted(never, controller.signal)).rejects.toThrow('enough');
  });
});

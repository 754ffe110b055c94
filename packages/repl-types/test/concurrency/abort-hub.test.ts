import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

import { describe, expect, it } from 'vitest';

import { createAbortHub } from '../../src/internal.js';
import { countingSignal } from '../support/counting-signal.js';

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

  it('keeps no signal that is gone, though a listener never left', async () => {
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as () => void;
    const hub = createAbortHub();
    const seen = Array.from({ length: 1_000 }, () => {
      const { signal } = new AbortController();
      hub.watch(signal, () => signal.reason as unknown);
      return new WeakRef(signal);
    });
    await new Promise((resolve) => setTimeout(resolve));
    collect();
    expect(seen.filter((signal) => signal.deref() !== undefined).length).toBeLessThan(10);
    hub.watch(AbortSignal.abort('gone'), (reason) => {
      expect(reason).toBe('gone');
    });
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

import { describe, expect, it } from 'vitest';

import { createClientSemaphore } from '../../src/serve/turns/client-semaphore.js';
import { createRunTurn } from '../../src/serve/turns/run-turn.js';

const never = new AbortController().signal;
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Enters, and tells who is in. */
function watched(limits: { inAll: number; perClient: number }) {
  const semaphore = createClientSemaphore(limits);
  const inside: string[] = [];
  const leave = new Map<string, () => void>();
  return {
    inside,
    leave: (name: string) => leave.get(name)?.(),
    enter: async (name: string, client: string, amount: number, signal = never) => {
      const entered = semaphore.enter(client, amount, signal).then((left) => {
        inside.push(name);
        leave.set(name, left);
      });
      entered.catch(() => undefined);
      await settled();
      return entered;
    },
  };
}

describe('createClientSemaphore', () => {
  it('lets in by the order, up to what there is', async () => {
    const { inside, enter, leave } = watched({ inAll: 10, perClient: 10 });
    void enter('a', 'ada', 6);
    void enter('b', 'bob', 6);
    void enter('c', 'cleo', 2);
    await settled();
    // The third would fit, but does not go before who needs more.
    expect(inside).toEqual(['a']);
    leave('a');
    leave('a');
    await settled();
    expect(inside).toEqual(['a', 'b', 'c']);
  });

  it('lets others go before who has his share', async () => {
    const { inside, enter, leave } = watched({ inAll: 10, perClient: 5 });
    for (const name of ['a1', 'a2', 'a3']) void enter(name, 'ada', 3);
    void enter('b', 'bob', 3);
    await settled();
    expect(inside).toEqual(['a1', 'b']);
    leave('a1');
    await settled();
    expect(inside).toEqual(['a1', 'b', 'a2']);
  });

  it('lets in alone who needs more than there is, and forgets who does not wait any more', async () => {
    const { inside, enter, leave } = watched({ inAll: 10, perClient: 5 });
    void enter('large', 'ada', 50);
    const gone = new AbortController();
    const waiting = enter('gone', 'bob', 50, gone.signal);
    void enter('small', 'cleo', 1);
    await settled();
    expect(inside).toEqual(['large']);
    gone.abort(new Error('stopped'));
    await expect(waiting).rejects.toThrow('stopped');
    leave('large');
    await settled();
    expect(inside).toEqual(['large', 'small']);
    await expect(enter('late', 'bob', 1, gone.signal)).rejects.toThrow('stopped');
  });
});

describe('createRunTurn', () => {
  const semaphores = {
    memory: createClientSemaphore({ inAll: 100, perClient: 100 }),
    turns: createClientSemaphore({ inAll: 1, perClient: 1 }),
    small: 1,
  };
  const turnOf = (client: string, characters = 10) =>
    createRunTurn(semaphores, { client, characters }, never);

  it('is given away while a reply is waited for', async () => {
    const [ada, bob] = [turnOf('ada'), turnOf('bob')];
    await ada.begin();
    let bobs = false;
    void bob.begin().then(() => (bobs = true));
    await settled();
    expect(bobs).toBe(false);
    expect([ada.isWaiting, bob.isWaiting]).toEqual([false, true]);
    ada.pause();
    ada.pause();
    await settled();
    expect(bobs).toBe(true);
    expect([ada.isWaiting, bob.isWaiting]).toEqual([false, false]);
    await ada.resume();
    let adas = false;
    void ada.resume().then(() => (adas = true));
    await settled();
    expect(adas).toBe(false);
    expect(ada.isWaiting).toBe(true);
    bob.end();
    await settled();
    expect(adas).toBe(true);
    expect(ada.isWaiting).toBe(false);
    ada.end();
    await turnOf('cleo').begin();
  });

  it('is not needed for a small text', async () => {
    const small = turnOf('dora', 1);
    await small.begin();
    expect(small.isWaiting).toBe(false);
    small.pause();
    await small.resume();
    small.end();
  });
});

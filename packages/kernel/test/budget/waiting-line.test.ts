import { describe, expect, it } from 'vitest';

import { WaitingLine } from '../../src/budget/waiting-line.js';

const never = new AbortController().signal;

/** Accounts with places; a taker needs one in each account of its path. */
function places(free: Record<string, number>) {
  const line = new WaitingLine<string>();
  const served: string[] = [];
  const take = (path: readonly string[]) => (): readonly string[] => {
    const full = path.filter((account) => free[account] === 0);
    if (full.length === 0) for (const account of path) free[account] = (free[account] ?? 0) - 1;
    return full;
  };
  return {
    line,
    served,
    enter: async (name: string, path: readonly string[], signal = never): Promise<void> => {
      await line.enter(path, take(path), signal);
      served.push(name);
    },
    giveBack: async (...path: readonly string[]): Promise<void> => {
      for (const account of path) free[account] = (free[account] ?? 0) + 1;
      line.serve();
      await Promise.resolve();
      await Promise.resolve();
      await Promise.resolve();
    },
  };
}

describe('the line in which calls wait', () => {
  it('serves who came first, also if a later one would fit', async () => {
    const line = new WaitingLine<string>();
    const served: string[] = [];
    let room = 1;
    const need = (amount: number) => () => {
      if (amount > room) return ['root'];
      room -= amount;
      return [];
    };
    const large = line.enter(['root'], need(3), never).then(() => served.push('large'));
    const small = line.enter(['root'], need(1), never).then(() => served.push('small'));
    await Promise.resolve();
    expect(served).toEqual([]);
    room = 4;
    line.serve();
    await Promise.all([large, small]);
    expect(served).toEqual(['large', 'small']);
  });

  it('lets one pass that waits for nothing which an earlier one waits for', async () => {
    const { enter, giveBack, served } = places({ root: 2, a: 0, b: 1 });
    const first = enter('in a', ['a', 'root']);
    await enter('in b', ['b', 'root']);
    expect(served).toEqual(['in b']);
    await giveBack('a');
    await first;
    expect(served).toEqual(['in b', 'in a']);
  });

  it('lets nobody pass one that waits for an account of both', async () => {
    const { enter, giveBack, served } = places({ root: 0, a: 1, b: 1 });
    const all = [enter('1', ['a', 'root']), enter('2', ['b', 'root']), enter('3', ['root'])];
    await giveBack('root');
    expect(served).toEqual(['1']);
    await giveBack('root', 'root');
    await Promise.all(all);
    expect(served).toEqual(['1', '2', '3']);
  });

  it('ends a wait by its signal: the next in the line is served at once', async () => {
    const { enter, line, served } = places({ root: 0 });
    const controller = new AbortController();
    const given = enter('given up', ['root'], controller.signal);
    let hasRoom = false;
    const next = line.enter(['root'], () => (hasRoom ? [] : ['root']), never);
    hasRoom = true;
    controller.abort(new Error('enough'));
    await expect(given).rejects.toThrow('enough');
    await next;
    expect(served).toEqual([]);
    await expect(enter('late', ['root'], controller.signal)).rejects.toThrow('enough');
  });

  it('refuses one that no room will come for, and goes on with the next', async () => {
    const line = new WaitingLine<string>();
    const refuse = (): never => {
      throw new Error('no room');
    };
    await expect(line.enter(['root'], refuse, never)).rejects.toThrow('no room');
    await line.enter(['root'], () => [], never);
  });
});

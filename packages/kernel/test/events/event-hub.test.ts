import { describe, expect, it } from 'vitest';

import { createEventHub } from '../../src/index.js';

describe('createEventHub', () => {
  it('hands events to handlers in the order in which they subscribed', () => {
    const hub = createEventHub<string>();
    const seen: string[] = [];
    hub.subscribe((event) => seen.push(`a:${event}`));
    hub.subscribe((event) => seen.push(`b:${event}`));
    hub.publish('x');
    expect(seen).toEqual(['a:x', 'b:x']);
  });

  it('goes on after a handler that throws or rejects, and tells whoever listens for that', async () => {
    const faults: unknown[] = [];
    const hub = createEventHub<string>({ onHandlerError: (error) => faults.push(error) });
    const seen: string[] = [];
    hub.subscribe(() => {
      throw new Error('one');
    });
    hub.subscribe(() => Promise.reject(new Error('two')));
    hub.subscribe((event) => seen.push(event));
    hub.publish('x');
    await Promise.resolve();
    expect(seen).toEqual(['x']);
    expect(faults.map(String)).toEqual(['Error: one', 'Error: two']);
  });

  it('hands out what a handler publishes after the event under way', () => {
    const hub = createEventHub<string>();
    const seen: string[] = [];
    hub.subscribe((event) => {
      if (event === 'first') hub.publish('second');
    });
    hub.subscribe((event) => seen.push(event));
    hub.publish('first');
    expect(seen).toEqual(['first', 'second']);
  });

  it('gives nothing to a handler that another one has just unsubscribed', () => {
    const hub = createEventHub<string>();
    const seen: string[] = [];
    hub.subscribe(() => {
      end();
    });
    const end = hub.subscribe((event) => seen.push(event));
    hub.publish('x');
    end();
    expect(seen).toEqual([]);
  });
});

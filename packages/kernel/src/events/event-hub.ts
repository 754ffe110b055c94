import { checkOptions, fields } from '@rlm/repl-types/options';
import { callable, messageOf, refuseOption, tellHook, warn } from '@rlm/repl-types/internal';

/** Takes an event. What it throws, or its promise rejects with, is reported and harms nobody. */
export type EventHandler<Event> = (event: Event) => unknown;

/** Hands events to whoever subscribed: a value of its own, shared by whom you give it to. */
export interface EventHub<Event> {
  /** Gives the function that ends the subscription; calling it again does nothing. */
  subscribe(handler: EventHandler<Event>): () => void;
  /** Hands an event to the handlers of this moment, in the order in which they subscribed. */
  publish(event: Event): void;
}

/** Options of {@link createEventHub}. */
export interface EventHubOptions {
  /** Told what a handler threw, or its promise rejected with. Default: nobody is told. */
  readonly onHandlerError?: (error: unknown) => void;
}

/**
 * An event hub. A handler may publish, subscribe and unsubscribe: an event published in a handler is
 * handed out after the one under way, and one that was unsubscribed gets nothing more.
 */
export function createEventHub<Event>(options: EventHubOptions = {}): EventHub<Event> {
  checkOptions(options, fields<EventHubOptions>({ onHandlerError: callable }), refuseOption);
  const handlers = new Set<{ readonly handle: EventHandler<Event> }>();
  const waiting: Event[] = [];
  let isPublishing = false;

  const fail = (error: unknown): void => {
    tellHook(options.onHandlerError, [error], (fault) => {
      warn(`onHandlerError of an event hub failed: ${messageOf(fault)}`);
    });
  };

  function hand(event: Event): void {
    for (const entry of [...handlers]) {
      if (!handlers.has(entry)) continue;
      tellHook(entry.handle, [event], fail);
    }
  }

  return Object.freeze({
    subscribe(handle: EventHandler<Event>) {
      const entry = { handle };
      handlers.add(entry);
      return () => {
        handlers.delete(entry);
      };
    },
    publish(event: Event) {
      waiting.push(event);
      if (isPublishing) return;
      isPublishing = true;
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) hand(next);
      isPublishing = false;
    },
  });
}

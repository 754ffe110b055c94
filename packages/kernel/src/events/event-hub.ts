import { checkOptions, fields } from '@rlm/repl-types/options';
import { callable, messageOf, refuseOption, tellHook, warn } from '@rlm/repl-types/internal';

/**
 * Handles an event. If it throws, or its promise rejects, the error is reported and other handlers
 * are not affected.
 */
export type EventHandler<Event> = (event: Event) => unknown;

/** Hands events to its subscribers. It belongs to no run: share it with whatever needs it. */
export interface EventHub<Event> {
  /** Returns the function that ends the subscription; calling it again does nothing. */
  subscribe(handler: EventHandler<Event>): () => void;
  /** Hands an event to the current handlers, in the order of their subscriptions. */
  publish(event: Event): void;
}

/** Options of {@link createEventHub}. */
export interface EventHubOptions {
  /** Called with what a handler threw, or its promise rejected with. Default: ignored. */
  readonly onHandlerError?: ((error: unknown) => void) | undefined;
}

/**
 * Creates an event hub. A handler may publish, subscribe and unsubscribe: an event that a handler
 * publishes is handed out after the current one, and a handler that was unsubscribed gets no
 * further event.
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

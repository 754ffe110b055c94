import type { HandPrompt, RunInfo } from '../../../src/api.js';
import type { ViewEvent } from '../../../src/view/run-view.js';
import type { RunStore } from '../store/run-store.js';
import { credentials } from './credentials.js';
import { readEvents, type ServerEvent } from './event-stream.js';

/** How long it takes to connect again. */
const pauseMs = 2_000;

/**
 * Puts a run's events into the store as the server sends them. A connection that is lost is made again, and goes on after the last
 * event. Returns what ends it.
 *
 * Not an `EventSource`: that sends no header, and so would need the token in a cookie or in the address.
 */
export function followRun(id: string, store: RunStore): () => void {
  const leaving = new AbortController();
  void follow(id, store, leaving.signal);
  return () => {
    leaving.abort();
  };
}

async function follow(id: string, store: RunStore, signal: AbortSignal): Promise<void> {
  let last: string | undefined;
  const isOver = (): boolean => signal.aborted;
  while (!isOver()) {
    const response = await connect(id, last, signal);
    // What is busy is asked again; what is refused stays so.
    if (response?.ok === false && response.status !== 429) {
      store.setLink('closed');
      return;
    }
    if (response?.ok === true && response.body !== null) {
      store.setLink('open');
      for await (const event of readEvents(response.body.pipeThrough(new TextDecoderStream()))) {
        if (isOver()) return;
        last = event.id ?? last;
        put(event, store);
        if (event.name === 'end') return;
      }
    }
    if (isOver()) return;
    store.setLink('lost');
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}

/** Asks for the events after one. Undefined if the server does not answer. */
async function connect(
  id: string,
  after: string | undefined,
  signal: AbortSignal,
): Promise<Response | undefined> {
  const lastEvent = after === undefined ? {} : { 'last-event-id': after };
  const response = fetch(`/api/runs/${encodeURIComponent(id)}/events`, {
    headers: { ...credentials(), ...lastEvent },
    credentials: 'omit',
    cache: 'no-store',
    signal,
  });
  return response.catch(() => undefined);
}

function put({ name, data }: ServerEvent, store: RunStore): void {
  const value: unknown = JSON.parse(data);
  switch (name) {
    case 'message':
      store.push(value as ViewEvent);
      break;
    case 'prompt':
      store.addPrompt(value as HandPrompt);
      break;
    case 'answered':
      store.removePrompt((value as Pick<HandPrompt, 'promptId'>).promptId);
      break;
    case 'status':
      store.setInfo(value as RunInfo);
      break;
    case 'end':
      store.end(value as RunInfo);
      break;
  }
}

import type { HandPrompt, RunInfo } from '../../../src/serve/api.js';
import type { ViewEvent } from '../../../src/view/run-view.js';
import type { RunStore } from '../run/run-store.js';

/**
 * Puts a run's events into the store as the server sends them. The browser connects again by itself, and goes on
 * behind the last event. Returns what ends it.
 */
export function followRun(id: string, store: RunStore): () => void {
  const source = new EventSource(`/api/runs/${encodeURIComponent(id)}/events`);
  source.addEventListener('open', () => {
    store.setLink('open');
  });
  source.addEventListener('error', () => {
    store.setLink(source.readyState === EventSource.CLOSED ? 'closed' : 'lost');
  });
  source.addEventListener('message', (message: MessageEvent<string>) => {
    store.push(JSON.parse(message.data) as ViewEvent);
  });
  source.addEventListener('prompt', (message: MessageEvent<string>) => {
    store.addPrompt(JSON.parse(message.data) as HandPrompt);
  });
  source.addEventListener('answered', (message: MessageEvent<string>) => {
    store.removePrompt((JSON.parse(message.data) as Pick<HandPrompt, 'promptId'>).promptId);
  });
  source.addEventListener('status', (message: MessageEvent<string>) => {
    store.setInfo(JSON.parse(message.data) as RunInfo);
  });
  source.addEventListener('end', (message: MessageEvent<string>) => {
    source.close();
    store.end(JSON.parse(message.data) as RunInfo);
  });
  return () => {
    source.close();
  };
}

import type { HandPrompt, RunInfo } from '../../../src/serve/api.js';
import type { ViewEvent } from '../../../src/view/run-view.js';
import type { RunStore } from '../run/run-store.js';

/**
 * Puts a run's events into the store as the server sends them. The browser connects again by itself, and goes on
 * behind the last event. Returns what ends it.
 */
export function followRun(id: string, store: RunStore): () => void {
  const source = new EventSource(`/api/runs/${encodeURIComponent(id)}/events`);
  const read = <Data>(listener: (data: Data) => void) => {
    return (message: MessageEvent<string>) => {
      listener(JSON.parse(message.data) as Data);
    };
  };
  source.addEventListener('open', () => {
    store.setLink('open');
  });
  source.addEventListener('error', () => {
    store.setLink(source.readyState === EventSource.CLOSED ? 'closed' : 'lost');
  });
  source.addEventListener(
    'message',
    read((event: ViewEvent) => {
      store.push(event);
    }),
  );
  source.addEventListener(
    'prompt',
    read((prompt: HandPrompt) => {
      store.addPrompt(prompt);
    }),
  );
  source.addEventListener(
    'answered',
    read(({ promptId }: { promptId: string }) => {
      store.removePrompt(promptId);
    }),
  );
  source.addEventListener(
    'end',
    read((info: RunInfo) => {
      source.close();
      store.end(info);
    }),
  );
  return () => {
    source.close();
  };
}

import { useSyncExternalStore } from 'react';

import { createEndedStore, type RunStore } from '../store/run-store.js';

/** A log that a person opened: it stays in the page until another is opened. */
export interface OpenedLog {
  readonly name: string;
  /** The file as it was. */
  readonly text: string;
  readonly store: RunStore;
}

let opened: OpenedLog | undefined;
const listeners = new Set<() => void>();

/** Opens a file. Throws an error that says why it is not the log of a run. */
export async function openLog(file: File): Promise<void> {
  const [text, { readLog }] = await Promise.all([
    file.text(),
    import('../../../src/view/logs/read-log.js'),
  ]);
  opened = { name: file.name, text, store: createEndedStore(await readLog(text)) };
  for (const listener of listeners) listener();
}

/** Opens a small run that comes with the page. */
export async function openSample(): Promise<void> {
  const { sample } = await import('./sample.js');
  await openLog(new File([sample], 'sample.jsonl'));
}

/** The log that is open. */
export function useOpenedLog(): OpenedLog | undefined {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => opened,
  );
}

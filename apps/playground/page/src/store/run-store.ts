import type { HandPrompt, RunInfo } from '../../../src/api.js';
import { addEvents, emptyTree } from '../../../src/view/add-event.js';
import type { TreeView, ViewEvent } from '../../../src/view/run-view.js';

/** What is known of a run that is shown. */
export interface RunState {
  readonly tree: TreeView;
  /** Prompts that wait for a person's reply. */
  readonly prompts: readonly HandPrompt[];
  /** `closed` when nothing more comes. */
  readonly link: 'connecting' | 'open' | 'lost' | 'closed';
  /** What the server said last of the run. */
  readonly info?: RunInfo | undefined;
}

/** A run that is shown: takes events, and notifies its readers once a frame. */
export interface RunStore {
  readonly push: (event: ViewEvent) => void;
  readonly addPrompt: (prompt: HandPrompt) => void;
  readonly removePrompt: (promptId: string) => void;
  readonly setLink: (link: RunState['link']) => void;
  readonly setInfo: (info: RunInfo) => void;
  readonly end: (info?: RunInfo) => void;
  readonly subscribe: (listener: () => void) => () => void;
  readonly state: () => RunState;
  /** All events so far. */
  readonly events: () => readonly ViewEvent[];
  /** The tree as it was after the event of this index. */
  readonly treeAt: (index: number) => TreeView;
}

/** Milliseconds of a frame that are spent on events: the rest waits for the next one. */
const sliceMs = 8;
/** Events between two trees that are kept for `treeAt`. */
const stride = 256;

/** A store for one run, empty. */
export function createRunStore(): RunStore {
  const events: ViewEvent[] = [];
  const kept: TreeView[] = [emptyTree];
  const listeners = new Set<() => void>();
  let done = 0;
  let frame = 0;
  // Nothing has ended before its events are seen.
  let finish: (() => void) | undefined;
  let state: RunState = { tree: emptyTree, prompts: [], link: 'connecting' };

  const set = (change: Partial<RunState>) => {
    state = { ...state, ...change };
    for (const listener of listeners) listener();
  };
  const work = () => {
    frame = 0;
    const start = performance.now();
    let { tree } = state;
    while (done < events.length && performance.now() - start < sliceMs) {
      const from = done;
      done = Math.min(events.length, (Math.floor(from / stride) + 1) * stride);
      tree = addEvents(tree, events.slice(from, done));
      if (done % stride === 0) kept[done / stride] = tree;
    }
    set({ tree });
    if (done < events.length) frame = requestAnimationFrame(work);
    else finish?.();
  };
  return {
    push(event) {
      events.push(event);
      frame ||= requestAnimationFrame(work);
    },
    addPrompt(prompt) {
      const others = state.prompts.filter(({ promptId }) => promptId !== prompt.promptId);
      set({ prompts: [...others, prompt] });
    },
    removePrompt(promptId) {
      set({ prompts: state.prompts.filter((prompt) => prompt.promptId !== promptId) });
    },
    setLink(link) {
      set({ link });
    },
    setInfo(info) {
      set({ info });
    },
    end(info) {
      finish = () => {
        set({ link: 'closed', prompts: [], info: info ?? state.info });
      };
      if (done === events.length) finish();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    state: () => state,
    events: () => events,
    treeAt(index) {
      const end = Math.min(index + 1, done);
      const from = Math.floor(end / stride);
      return addEvents(kept[from] ?? emptyTree, events.slice(from * stride, end));
    },
  };
}

/** A store of a run that is over: all events at once. */
export function createEndedStore(events: Iterable<ViewEvent>): RunStore {
  const store = createRunStore();
  for (const event of events) store.push(event);
  store.end();
  return store;
}

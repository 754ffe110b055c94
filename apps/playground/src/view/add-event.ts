import { applyEngineEvent } from './apply-engine-event.js';
import { applyKernelEvent } from './apply-kernel-event.js';
import { applyRlmEvent } from './apply-rlm-event.js';
import { Draft } from './draft.js';
import { emptyRecord, fieldsOf, textOf } from './read.js';
import type { RunView, TreeView, ViewEvent } from './run-view.js';

/** Before the first event. */
export const emptyTree: TreeView = Object.freeze({
  rootId: '',
  runs: Object.freeze(emptyRecord<RunView>()),
  queries: Object.freeze(emptyRecord<never>()),
  events: 0,
});

/**
 * The tree with more events, in their order. What they do not touch is the same object in both trees. A list or record is copied once
 * however many events change it: whoever keeps what it shows adds what came since the last picture together, and whoever does not has
 * a {@link GrowingTree}.
 */
export function addEvents(view: TreeView, events: Iterable<ViewEvent>): TreeView {
  const growing = new GrowingTree(view);
  for (const event of events) growing.add(event);
  return growing.now.events === view.events ? view : growing.now;
}

/** A tree that takes event after event, for who looks at it and keeps nothing: each costs what it changes, however large the tree is. */
export class GrowingTree {
  readonly #draft: Draft;

  constructor(view: TreeView = emptyTree) {
    this.#draft = new Draft(view);
  }

  /** The tree as it is: the next event changes it. */
  get now(): TreeView {
    return this.#draft.tree;
  }

  add(event: ViewEvent): void {
    apply(this.#draft, event);
    this.#draft.tree.events += 1;
  }
}

function apply(draft: Draft, event: ViewEvent): void {
  const run = event.type === 'run-start' ? begin(draft, event) : runOf(draft, event);
  const fields = fieldsOf(event);
  applyKernelEvent(draft, run, event, fields);
  applyRlmEvent(draft, run, event, fields);
  applyEngineEvent(draft, run, event, fields);
}

/** A log may lack its beginning: a run begins with its first event. */
const runOf = (draft: Draft, event: ViewEvent): ReturnType<typeof begin> =>
  draft.run(event.runId) ?? begin(draft, event);

/** A run that starts again, as a resumed one does, is shown from the start. */
function begin(draft: Draft, event: ViewEvent): NonNullable<ReturnType<Draft['run']>> {
  const { runId, parentId, depth } = event;
  const { tree } = draft;
  const run: NonNullable<ReturnType<Draft['run']>> = {
    runId,
    parentId,
    parentStep: tree.runs[parentId ?? '']?.steps.at(-1)?.step ?? 0,
    depth,
    protocol: textOf(fieldsOf(event)['protocol'], 'rlm'),
    query: '',
    contexts: [],
    language: 'javascript',
    steps: [],
    variables: emptyRecord(),
    budgets: [],
    state: 'running',
  };
  if (tree.rootId === '') tree.rootId = runId;
  tree.runs = draft.put(tree.runs, runId, run);
  return run;
}

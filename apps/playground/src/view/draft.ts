import { emptyRecord } from './read.js';
import type { RunView, StepView, TreeView } from './run-view.js';

/** What may be changed: the fields of the thing itself, not what they hold. */
export type Open<T> = { -readonly [Key in keyof T]: T[Key] };

/**
 * A tree of runs while events are added to it: whatever an event touches is copied once and changed from then on, and all else is shared
 * with the tree that it was made of. A batch of events therefore costs what each of them changes.
 */
export class Draft {
  readonly #owned = new Set<object>();
  readonly #tree: Open<TreeView>;

  constructor(view: TreeView) {
    this.#tree = { ...view };
  }

  get tree(): Open<TreeView> {
    return this.#tree;
  }

  /** The number of the event that is being added. */
  get index(): number {
    return this.#tree.events;
  }

  /** The value itself if this draft has made it, else a copy. */
  own<T extends object>(value: T): Open<T> {
    if (this.#owned.has(value)) return value;
    const copy = copyOf(value);
    this.#owned.add(copy);
    return copy;
  }

  /** Puts a value that is this draft's own into a record. */
  put<Value extends object>(
    record: Readonly<Record<string, Value>>,
    key: string,
    value: Value,
  ): Record<string, Value> {
    const open: Record<string, Value> = this.own(record);
    this.#owned.add(value);
    open[key] = value;
    return open;
  }

  /** A list with one more: a value that is this draft's own, or a text. */
  append<Value>(list: readonly Value[], value: Value): readonly Value[] {
    const open: Value[] = this.own(list as Value[]);
    if (typeof value === 'object' && value !== null) this.#owned.add(value);
    open.push(value);
    return open;
  }

  /** A list in which the last value for which `isIt` holds is this draft's own, and that value. */
  ownLast<Value extends object>(
    list: readonly Value[],
    isIt: (value: Value) => boolean,
  ): { readonly list: readonly Value[]; readonly value: Open<Value> | undefined } {
    const at = list.findLastIndex(isIt);
    const found = list[at];
    if (found === undefined) return { list, value: undefined };
    const open: Value[] = this.own(list as Value[]);
    const value = this.own(found);
    open[at] = value;
    return { list: open, value };
  }

  /** A run to be changed; undefined if no event has named it. */
  run(runId: string): Open<RunView> | undefined {
    const found = this.#tree.runs[runId];
    if (found === undefined || this.#owned.has(found)) return found;
    const run = this.own(found);
    this.#tree.runs = this.put(this.#tree.runs, runId, run);
    return run;
  }

  /** A step to be changed. One that no event has begun, as in a log without its beginning, begins now. */
  step(run: Open<RunView>, step: number, isReplayed: boolean): Open<StepView> {
    const { list, value } = this.ownLast(run.steps, (each) => each.step === step);
    if (value !== undefined) {
      run.steps = list;
      value.lastEvent = this.index;
      value.replayed &&= isReplayed;
      return value;
    }
    const made: Open<StepView> = {
      step,
      calls: [],
      reasoning: '',
      blocks: [],
      notices: [],
      queries: [],
      decisions: [],
      actions: [],
      isWrapUp: run.state === 'wrapping-up',
      replayed: isReplayed,
      firstEvent: this.index,
      lastEvent: this.index,
    };
    run.steps = this.append(run.steps, made);
    return made;
  }
}

/** A copy of a thing itself; a record that takes any key stays one. */
function copyOf<T extends object>(value: T): Open<T> {
  if (Array.isArray(value)) return value.slice() as unknown as Open<T>;
  const isRecord = Object.getPrototypeOf(value) === null;
  return isRecord ? Object.assign(emptyRecord<unknown>(), value) : { ...value };
}

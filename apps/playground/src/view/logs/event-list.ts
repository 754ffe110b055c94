import type { ViewEvent } from '../run-view.js';

/** The events of a run that another program logged, in the words of ours. */
export class EventList {
  readonly events: ViewEvent[];
  readonly #run: Pick<ViewEvent, 'runId' | 'parentId' | 'depth'>;
  #step = 0;

  constructor(
    runId: string,
    parent?: { readonly list: EventList; readonly runId: string; readonly depth: number },
  ) {
    this.events = parent?.list.events ?? [];
    this.#run = { runId, parentId: parent?.runId ?? null, depth: (parent?.depth ?? -1) + 1 };
  }

  get runId(): string {
    return this.#run.runId;
  }

  get depth(): number {
    return this.#run.depth;
  }

  get step(): number {
    return this.#step;
  }

  add(type: string, fields: Readonly<Record<string, unknown>> = {}): void {
    this.events.push({ ...fields, type, ...this.#run, step: this.#step });
  }

  /** The next step begins. */
  begin(): void {
    this.#step += 1;
    this.add('step-start');
  }
}

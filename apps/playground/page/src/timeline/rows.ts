import type {
  ActionView,
  BlockView,
  CallView,
  NoticeView,
  RetryView,
  RunView,
  StepView,
  TreeView,
} from '../../../src/view/run-view.js';

/** One line of the timeline, as high as what is in it. */
export type Row = { readonly key: string; readonly step: StepView } & (
  | { readonly kind: 'step' }
  | { readonly kind: 'writing'; readonly call: CallView }
  | { readonly kind: 'retry'; readonly retry: RetryView }
  | { readonly kind: 'reasoning' }
  | { readonly kind: 'code'; readonly block: BlockView }
  | { readonly kind: 'output'; readonly block: BlockView }
  | { readonly kind: 'queries' }
  | { readonly kind: 'query'; readonly queryId: string }
  | { readonly kind: 'action'; readonly action: ActionView }
  | ({ readonly kind: 'notice' } & NoticeView)
  | { readonly kind: 'decisions' }
  | { readonly kind: 'final' }
);

/** A step's rows change when the step does, or when its queries are opened: both are the same object or not. */
const closedRows = new WeakMap<StepView, readonly Row[]>();
const openRows = new WeakMap<StepView, readonly Row[]>();

/** The rows of a run, in order. `open` has the keys of the query lists that are open. */
export function rowsOf(run: RunView, open: ReadonlySet<string>): Row[] {
  return run.steps.flatMap((step) => {
    const isOpen = open.has(queriesKey(run.runId, step));
    const cache = isOpen ? openRows : closedRows;
    let rows = cache.get(step);
    if (rows === undefined) cache.set(step, (rows = rowsOfStep(run.runId, step, isOpen)));
    return rows;
  });
}

/** The key of the row that opens a step's queries. */
export function queriesKey(runId: string, step: StepView): string {
  return `${keyOf(runId, step)} queries`;
}

/** The key of a step's first row. */
export function stepKey(runId: string, step: StepView): string {
  return `${keyOf(runId, step)} step`;
}

function keyOf(runId: string, step: StepView): string {
  return `${runId} ${step.firstEvent}`;
}

function rowsOfStep(runId: string, step: StepView, isOpen: boolean): Row[] {
  const key = keyOf(runId, step);
  const rows: Row[] = [{ key: stepKey(runId, step), step, kind: 'step' }];
  step.retries?.forEach((retry, index) => {
    rows.push({ key: `${key} retry ${index}`, step, kind: 'retry', retry });
  });
  const writing = step.calls.at(-1);
  if (writing !== undefined && writing.durationMs === undefined) {
    rows.push({ key: `${key} writing`, step, kind: 'writing', call: writing });
  }
  if (step.reasoning !== '') rows.push({ key: `${key} reasoning`, step, kind: 'reasoning' });
  for (const block of step.blocks) {
    rows.push({ key: `${key} code ${block.block}`, step, kind: 'code', block });
    if (hasOutput(block)) {
      rows.push({ key: `${key} output ${block.block}`, step, kind: 'output', block });
    }
  }
  for (const action of step.actions) {
    rows.push({ key: `${key} action ${action.callId}`, step, kind: 'action', action });
  }
  if (step.queries.length > 0) {
    rows.push({ key: queriesKey(runId, step), step, kind: 'queries' });
    if (isOpen) {
      for (const queryId of step.queries) {
        rows.push({ key: `${key} query ${queryId}`, step, kind: 'query', queryId });
      }
    }
  }
  step.notices.forEach((notice, index) => {
    rows.push({ key: `${key} notice ${index}`, step, kind: 'notice', ...notice });
  });
  if (step.final !== undefined) rows.push({ key: `${key} final`, step, kind: 'final' });
  if (step.decisions.length > 0) rows.push({ key: `${key} decisions`, step, kind: 'decisions' });
  return rows;
}

function hasOutput({ stdout, stderr, value, error }: BlockView): boolean {
  return stdout !== '' || stderr !== '' || value !== undefined || error !== undefined;
}

/** The words of a row, as search reads them. */
export function textOfRow(row: Row, tree: TreeView): string {
  switch (row.kind) {
    case 'step':
      return `Step ${row.step.step}`;
    case 'writing':
      return row.call.text;
    case 'retry':
      return row.retry.message;
    case 'reasoning':
      return row.step.reasoning;
    case 'code':
      return row.block.code;
    case 'output': {
      const { stdout, stderr, value, error } = row.block;
      return [stdout, stderr, value, error?.type, error?.message, error?.traceback].join('\n');
    }
    case 'queries':
      return '';
    case 'query': {
      const query = tree.queries[row.queryId];
      return [query?.name, query?.prompt, query?.response, query?.error].join('\n');
    }
    case 'action':
      return [row.action.name, row.action.arguments, row.action.result].join('\n');
    case 'notice':
      return [row.code, row.message, row.refused?.answer, row.refused?.reason].join('\n');
    case 'decisions':
      return row.step.decisions.map(({ policy, reason }) => `${policy} ${reason}`).join('\n');
    case 'final':
      return row.step.final?.answer ?? '';
  }
}

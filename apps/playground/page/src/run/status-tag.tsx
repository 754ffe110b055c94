import type { RunInfo } from '../../../src/api.js';

const signs: Readonly<Record<RunInfo['status'], string>> = {
  running: '●',
  waiting: '○',
  ended: '✓',
  open: '◐',
  suspended: '‖',
  failed: '✕',
  corrupt: '✕',
};

/** The model of a run, as a person reads it. */
export const modelName = ({ model }: RunInfo): string =>
  model === 'tour' ? 'scripted tour: no language model' : model.replace(/^endpoint:\d+:/, '');

/** Whether a run goes on here, or waits to. */
export const isUnderWay = ({ status }: RunInfo): boolean =>
  status === 'running' || status === 'waiting';

/** Whether a run that stands still can be resumed. */
export const canGoOn = ({ status }: RunInfo): boolean =>
  ['open', 'suspended', 'failed'].includes(status);

/** The status of a run, as a sign and a word. */
export function StatusTag({ status }: { readonly status: RunInfo['status'] }) {
  return (
    <span className={`tag status-${status}`}>
      <span aria-hidden="true">{signs[status]}</span> {status}
    </span>
  );
}

import type { Draft, Open } from './draft.js';
import { fieldsOf, numberOf, textOf, textsOf, type Fields } from './read.js';
import type { BlockView, RunView, StepView } from './run-view.js';

/** A block of code: its start, what it prints, its outcome. */
export function applyCodeEvent(
  draft: Draft,
  run: Open<RunView>,
  step: Open<StepView>,
  type: 'code-start' | 'output-delta' | 'code-end',
  fields: Fields,
): void {
  const begin = (): Open<BlockView> => {
    const block = {
      block: numberOf(fields['block']) ?? 0,
      blocks: numberOf(fields['blocks']) ?? 1,
      code: textOf(fields['code']),
      stdout: '',
      stderr: '',
    };
    step.blocks = draft.append<BlockView>(step.blocks, block);
    return block;
  };
  if (type === 'code-start') {
    begin();
    return;
  }
  const { list, value } = draft.ownLast(step.blocks, ({ durationMs }) => durationMs === undefined);
  step.blocks = list;
  const block = value ?? begin();
  if (type === 'output-delta') {
    block[fields['stream'] === 'stderr' ? 'stderr' : 'stdout'] += textOf(fields['text']);
    return;
  }
  const result = fieldsOf(fields['result']);
  const error = result['error'] === undefined ? undefined : fieldsOf(result['error']);
  block.stdout = textOf(result['stdout']);
  block.stderr = textOf(result['stderr']);
  block.value = typeof result['value'] === 'string' ? result['value'] : undefined;
  block.error = error && errorOf(error);
  block.outcome = typeof result['outcome'] === 'string' ? result['outcome'] : undefined;
  block.durationMs = numberOf(result['executionTimeMs']) ?? 0;
  run.variables = textsOf(result['locals']);
}

const errorOf = ({ type, message, traceback }: Fields): NonNullable<BlockView['error']> => ({
  type: textOf(type),
  message: textOf(message),
  traceback: textOf(traceback),
});

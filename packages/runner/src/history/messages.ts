import type { ModelMessage } from '@rlm/penguin-engine/model';

import type { RlmState } from '../protocol/rlm-state.js';

/** What the model is sent: the opening, what stands for older turns, and the turns that are left whole. */
export function messagesOf(
  state: Pick<RlmState, 'opening' | 'turns' | 'summary'>,
  last?: string,
): readonly ModelMessage[] {
  const { opening, turns, summary } = state;
  const earlier: ModelMessage[] =
    summary === ''
      ? []
      : [
          { role: 'assistant', content: '(earlier turns)' },
          { role: 'user', content: summary },
        ];
  return [
    ...opening,
    ...earlier,
    ...turns.flatMap(({ reply, feedback }): ModelMessage[] => [
      { role: 'assistant', content: reply === '' ? '(no reply)' : reply },
      { role: 'user', content: feedback },
    ]),
    ...(last === undefined ? [] : [{ role: 'user', content: last } as const]),
  ];
}

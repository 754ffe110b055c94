import type { ModelFunction } from '@rlm/penguin-engine/model';

/** How the tour names itself, wherever a model is named. */
export const tourName = 'scripted tour: no language model';

/** A model that is no language model. */
export function createTour(): ModelFunction {
  return () => '```js\nFINAL("to be written")\n```';
}

import type { ModelSpec } from '../models/model-spec.js';
import type { OpenedModel } from '../models/open-model.js';
import { plannerName } from '../planner/create-planner.js';

/**
 * The models of a run that is only shown again: all that it asked is in its journal.
 *
 * @param stop Called when something is asked that is not: the run has come to where it was left.
 */
export function replayModel({ kind }: ModelSpec, stop: (reason: string) => void): OpenedModel {
  const model = (): Promise<never> => {
    stop('what follows was not asked yet');
    return new Promise(() => undefined);
  };
  const isPerson = kind === 'by-hand' || kind === 'by-hand-in-page';
  // The planner is given its text in another way than others.
  return {
    label: kind === 'planner' ? plannerName : 'shown again',
    model,
    subModel: model,
    isPerson,
  };
}

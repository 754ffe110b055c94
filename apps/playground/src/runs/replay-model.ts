import type { ModelSpec } from '../models/model-spec.js';
import type { OpenedModel } from '../models/open-model.js';
import { plannerName } from '../planner/create-planner.js';
import type { KeptRun } from './find-run.js';

/**
 * The models of a run that is only shown again: all that it asked is in its journal.
 *
 * @param stop Called when something is asked that the journal does not have: the run has reached its recorded end.
 */
export function replayModel({ kind }: ModelSpec, stop: () => void): OpenedModel {
  const model = (): Promise<never> => {
    stop();
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

/** Why a run that is shown again is at an end where its journal is. */
export const whyNoMore = ({ status }: Pick<KeptRun, 'status'>): string =>
  status === 'failed'
    ? 'the run failed here, and its journal does not say of what'
    : 'what follows was not asked yet';

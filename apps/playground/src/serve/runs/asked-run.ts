import type { CostLimits } from '../../arguments/cost-arguments.js';
import type { RunSpec } from '../../runs/run-spec.js';
import type { AskedRun } from '../../api.js';
import type { ModelChoices } from '../models/model-choices.js';
import { settingsOf } from './run-settings.js';

/** Settings that a page may choose. */
const chosen = [
  ...(['language', 'reward', 'maxSteps', 'maxSubQueries', 'maxTokens', 'maxCostUsd'] as const),
  'timeoutMs',
] as const;

/** A run whose question may be asked again. */
interface Asked {
  readonly spec: RunSpec;
  readonly durable: boolean;
  readonly texts: Pick<AskedRun, 'texts' | 'textsOf'>;
}

/** What began a run; what the server would choose by itself is left out. */
export function askedRun(
  { spec: { question, model, settings }, durable, texts }: Asked,
  models: ModelChoices,
  costs: CostLimits,
): AskedRun {
  const asked = { question, ...texts, model: models.idOf(model) };
  const usual = settingsOf(asked, model, costs);
  const own = chosen.filter((name) => settings[name] !== usual[name]);
  const subModel =
    model.kind === 'endpoint' && model.subModel !== undefined
      ? { subModel: models.idOf({ ...model, model: model.subModel }) }
      : {};
  return {
    ...asked,
    ...subModel,
    ...Object.fromEntries(own.map((name) => [name, settings[name]])),
    ...(durable ? { durable } : {}),
  };
}

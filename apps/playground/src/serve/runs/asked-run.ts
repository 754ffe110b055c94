import type { CostLimits } from '../../arguments/cost-arguments.js';
import type { RunSpec } from '../../runs/run-spec.js';
import type { AskedRun } from '../../api.js';
import type { ModelSpec } from '../../models/model-spec.js';
import { namedPrefix, type ModelChoices } from '../models/model-choices.js';
import { settingsOf } from './run-settings.js';

/** Settings that a page may choose. */
const chosen = [
  ...(['language', 'reward', 'maxSteps', 'maxSubQueries', 'maxTokens', 'maxCostUsd'] as const),
  ...(['timeoutMs', 'concurrency', 'retries'] as const),
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
  const asked = { question, ...texts, ...modelOf(model, models) };
  const usual = settingsOf(asked, model, costs);
  const own = chosen.filter((name) => settings[name] !== usual[name]);
  return {
    ...asked,
    ...Object.fromEntries(own.map((name) => [name, settings[name]])),
    durable: durable ? true : undefined,
  };
}

/** The place of a model; of an endpoint that the server does not know, its address, as if the page had named it. */
function modelOf(
  spec: ModelSpec,
  models: ModelChoices,
): Pick<AskedRun, 'model' | 'subModel' | 'endpoint'> {
  if (spec.kind !== 'endpoint') return { model: models.idOf(spec) };
  const { subModel, model, baseUrl } = spec;
  const isKnown = models.idOf(spec) !== model;
  const idOf = (name: string): string =>
    isKnown ? models.idOf({ ...spec, model: name }) : `${namedPrefix}${name}`;
  return {
    model: idOf(model),
    subModel: subModel && idOf(subModel),
    endpoint: isKnown ? undefined : { baseUrl },
  };
}

import type { CostLimits } from '../../arguments/cost-arguments.js';
import type { ModelSpec } from '../../models/model-spec.js';
import type { AskSettings } from '../../runs/run-spec.js';
import type { NewRun } from '../api.js';
import { ProblemError } from '../http/problem.js';

/** A person takes longer than a model. */
const dayMs = 24 * 60 * 60 * 1_000;

/**
 * The settings of a run that the page begins: what `rlm ask` would take, where the page does not say.
 *
 * @param costs What a run of an endpoint's model may cost at most, and the price of the models.
 */
export function settingsOf(asked: NewRun, model: ModelSpec, costs: CostLimits): AskSettings {
  return {
    output: 'text',
    history: false,
    coverage: true,
    language: asked.language ?? 'javascript',
    ...(asked.reward === undefined ? {} : { reward: asked.reward }),
    maxSteps: asked.maxSteps ?? 20,
    maxSubQueries: asked.maxSubQueries ?? 200,
    ...(asked.maxTokens === undefined ? {} : { maxTokens: asked.maxTokens }),
    timeoutMs: asked.timeoutMs ?? (model.kind === 'by-hand-in-page' ? dayMs : 600_000),
    ...costOf(asked, model, costs),
  };
}

function costOf({ maxCostUsd }: NewRun, { kind }: ModelSpec, costs: CostLimits): CostLimits {
  // What is no endpoint costs nothing.
  if (kind !== 'endpoint') return {};
  const { prices } = costs;
  if (prices === undefined && maxCostUsd !== undefined) {
    throw new ProblemError(
      'invalid',
      'maxCostUsd: expected none, since the price of the models is not known: rlm serve takes it with --price-in and --price-out, or --price-reported',
    );
  }
  const bounds = [maxCostUsd, costs.maxCostUsd].filter((bound) => bound !== undefined);
  return {
    ...(prices === undefined ? {} : { prices }),
    ...(bounds.length === 0 ? {} : { maxCostUsd: Math.min(...bounds) }),
  };
}

import type { AskSettings } from '../../runs/run-spec.js';
import type { NewRun } from '../api.js';

/** A person takes longer than a model. */
const dayMs = 24 * 60 * 60 * 1_000;

/** The settings of a run that the page begins: what `rlm ask` would take, where the page does not say. */
export function settingsOf(asked: NewRun): AskSettings {
  return {
    output: 'text',
    history: false,
    coverage: true,
    language: asked.language ?? 'javascript',
    ...(asked.reward === undefined ? {} : { reward: asked.reward }),
    maxSteps: asked.maxSteps ?? 20,
    maxSubQueries: asked.maxSubQueries ?? 200,
    ...(asked.maxTokens === undefined ? {} : { maxTokens: asked.maxTokens }),
    timeoutMs: asked.timeoutMs ?? (asked.model === 'by-hand' ? dayMs : 600_000),
  };
}

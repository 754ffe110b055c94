import type { ModelInfo } from '../../../src/api.js';
import type { Choice } from './select-field.js';

/** The choice of no other model than the one that is used anyway. */
export const theSame: Choice = { value: '', label: 'the same' };

/** Models that can be chosen. */
export const asChoices = (models: readonly ModelInfo[] = []): readonly Choice[] =>
  models.map(({ id, label }) => ({ value: id, label }));

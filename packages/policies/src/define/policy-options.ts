import type { CompleteConfig, ConfigRules } from './complete-config.js';

/** What policies of one sort may be configured with: their options with defaults, and rules where a default's type says too little. */
export interface PolicyOptions<Config extends object> {
  readonly defaults: CompleteConfig<Config>;
  readonly rules?: ConfigRules;
}

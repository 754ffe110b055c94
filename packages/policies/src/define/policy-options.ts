import type { CompleteConfig, ConfigRules } from './complete-config.js';

/** The options of a policy with their defaults, and rules for options whose default's type is too loose. */
export interface PolicyOptions<Config extends object> {
  readonly defaults: CompleteConfig<Config>;
  readonly rules?: ConfigRules;
}

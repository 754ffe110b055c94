import type { TerminationFactory } from '../define/define-termination.js';
import { composite as compositeOf } from '../termination/composite.js';
import type { CompositeOptions } from '../termination/policy-configs.js';
import { createPolicyRegistry } from './create-policy-registry.js';

/** `composite`: any or all of several policies. Names are those of the built-in ones, unless a registry makes it. */
export const composite: TerminationFactory<CompositeOptions> = Object.assign(
  ((config, source = createPolicyRegistry()) =>
    compositeOf(config, source)) as TerminationFactory<CompositeOptions>,
  {
    policyName: compositeOf.policyName,
    description: compositeOf.description,
    defaultConfig: compositeOf.defaultConfig,
  },
);

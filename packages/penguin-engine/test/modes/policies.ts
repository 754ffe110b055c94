import type { TerminationPolicy } from '@rlm/policies';

/** Policies for tests. */
export const terminationPolicies: { readonly stopAtOnce: TerminationPolicy } = {
  stopAtOnce: {
    name: 'stop_at_once',
    description: 'Stops after the first step',
    shouldTerminate: () => ({ terminate: true, answer: null, code: 'enough', reason: 'enough' }),
    reset: () => undefined,
  },
};

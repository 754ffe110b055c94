import { defineTermination, proceed, stop, type TerminationFactory } from '@rlm/policies';

/** Ends a run after steps in a row whose code prints nothing. */
export const silence: TerminationFactory<{ readonly maxSilent?: number }> = defineTermination({
  name: 'silence',
  description: 'Stop after silent steps in a row',
  defaults: { maxSilent: 3 },
  start({ maxSilent }) {
    let silent = 0; // of one run
    return ({ output, metadata }) => {
      const printed = metadata['output'] ?? output;
      silent = printed === '' ? silent + 1 : 0;
      return silent >= maxSilent ? stop('silence', `${silent} silent steps in a row`) : proceed;
    };
  },
});

// Its name and its configuration are typed, as those of the built-in policies.
declare module '@rlm/policies' {
  interface TerminationConfigs {
    silence: { readonly maxSilent?: number };
  }
}

import { bindFunctions } from '../../src/session/host-functions.js';
import { createSuiteFunctions } from '../../src/conformance/suite-functions.js';

/** The host functions of the conformance suite, which its cells call. */
export const functions: ReturnType<typeof createSuiteFunctions> = createSuiteFunctions();

/** Names of host functions. */
export const functionNames: readonly string[] = [...bindFunctions(functions).keys()];

/** The variables beside which the cells of the corpus run. */
export const variables: Readonly<Record<string, unknown>> = {
  context: 'The quick brown fox.\nAn error in the year 1999.\n'.repeat(40),
  rows: [
    { kind: 'a', value: 3 },
    { kind: 'b', value: 5 },
    { kind: 'a', value: 8 },
  ],
  docs: { 'one.txt': 'first text', 'two.txt': 'second text' },
};

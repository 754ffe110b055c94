import type { Arity } from '../../src/engine.js';
import { preflightOf } from '../../src/supervisor/cell/preflight-request.js';
import { bindFunctions } from '../../src/supervisor/calls/host-functions.js';
import { createSuiteFunctions } from '../../src/conformance/suite-functions.js';

/** The host functions of the conformance suite, which its cells call. */
export const functions: ReturnType<typeof createSuiteFunctions> = createSuiteFunctions();

const asked = preflightOf(
  {
    capabilities: {
      snapshot: false,
      survivesTimeout: true,
      concurrentCalls: true,
      preflight: true,
    },
  },
  { functions: bindFunctions(functions), dialects: ['final', 'submit'], preflight: true },
);

/** How many arguments the functions take, as a session asks it. */
export const arities: Readonly<Record<string, Arity>> = asked?.arities ?? {};

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

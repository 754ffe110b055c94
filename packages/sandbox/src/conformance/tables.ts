import type { Table } from './case.js';
import { batchCases } from './cases/batches.js';
import { dialectCases } from './cases/dialects.js';
import { errorCases } from './cases/errors.js';
import { finalCases } from './cases/finals.js';
import { helperCases } from './cases/helpers.js';
import { hostFinalCases } from './cases/host-finals.js';
import { hostCallCases } from './cases/host-calls.js';
import { leavingCases } from './cases/leaving.js';
import { limitCases } from './cases/limits.js';
import { outputCases } from './cases/output.js';
import { preflightCases } from './cases/preflight.js';
import { stateCases } from './cases/state.js';
import { textCases } from './cases/texts.js';
import { valueCases } from './cases/values.js';
import { variableCases } from './cases/variables.js';
import { wholeOutputCases } from './cases/whole-output.js';

/** The rows of the suite by topic, each with a source for every language. */
export const conformanceTables: Readonly<Record<string, Table>> = {
  state: stateCases,
  output: outputCases,
  values: valueCases,
  errors: errorCases,
  'host calls': hostCallCases,
  'values that leave': leavingCases,
  batches: batchCases,
  finals: { ...finalCases, ...dialectCases },
  'finals of the host': hostFinalCases,
  limits: limitCases,
  variables: variableCases,
  helpers: helperCases,
  'whole output': wholeOutputCases,
  texts: textCases,
  preflight: preflightCases,
};

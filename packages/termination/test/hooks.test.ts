import { testHooks } from '@rlm/config/hooks-suite';

import { findFinalAnswer } from '../src/index.js';

testHooks({
  awaited: {
    'FinalAnswerEnvironment.getVariable': (getVariable) =>
      findFinalAnswer('FINAL_VAR(x)', { environment: { getVariable } }),
  },
});

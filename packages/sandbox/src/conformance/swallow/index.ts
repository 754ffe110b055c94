import type { ReplLanguage } from '@rlm/repl-types';

import type { SwallowCase } from './case.js';
import { javascriptSwallows } from './javascript.js';
import { pythonSwallows } from './python.js';

/** Ways to swallow a final, by language. */
export const swallowCases: Readonly<Record<ReplLanguage, readonly SwallowCase[]>> = {
  python: pythonSwallows,
  javascript: javascriptSwallows,
};

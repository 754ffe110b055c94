import { messageOf, tellHook, warn } from '@rlm/repl-types/internal';

import type { ExecuteOptions } from '../../contract/session.js';

type OnOutput = NonNullable<ExecuteOptions['onOutput']>;

/** A listener to a cell's output that cannot break the cell: the first that goes wrong with it is a warning of the process. */
export function toldOutput(onOutput: OnOutput): OnOutput {
  let hasFailed = false;
  return (text, stream) => {
    tellHook(onOutput, [text, stream], (fault) => {
      if (!hasFailed) warn(`onOutput of a cell failed: ${messageOf(fault)}`);
      hasFailed = true;
    });
  };
}

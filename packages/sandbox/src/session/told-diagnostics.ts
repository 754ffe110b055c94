import { messageOf, tellHook, warn } from '@rlm/repl-types/internal';

import type { ExecuteOptions } from '../contract/session.js';

/**
 * A caller's `onDiagnostic` that cannot break anything: its errors become a warning of the process, since nothing else
 * can report them.
 */
export function toldDiagnostics<Diagnostic>(
  backend: string,
  onDiagnostic: ((diagnostic: Diagnostic) => void) | undefined,
): (diagnostic: Diagnostic) => void {
  return (diagnostic) => {
    tellHook(onDiagnostic, [diagnostic], (fault) => {
      warn(`onDiagnostic of ${backend}() failed: ${messageOf(fault)}`);
    });
  };
}

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

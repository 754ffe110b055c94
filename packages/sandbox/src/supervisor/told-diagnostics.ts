import { messageOf, tellHook, warn } from '@rlm/repl-types/internal';

/** A caller's `onDiagnostic` that breaks nothing: what goes wrong with it is a warning of the process, since nothing else is left to say it. */
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

import { messageOf, tellHook, warn } from '@rlm/repl-types/internal';

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

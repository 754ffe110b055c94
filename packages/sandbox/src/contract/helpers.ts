/**
 * The names that children define if their backend claims `capabilities.helpers`. They are ordinary names that code may
 * redefine.
 */
export const helperNames: readonly string[] = Object.freeze(['grep', 'lines', 'chunk']);

/** Whether a cell names `_out`: then its own output does not replace it. */
export function namesWholeOutput(code: string): boolean {
  return /(?<![\p{L}\p{N}_$])_out(?![\p{L}\p{N}_$])/u.test(code);
}

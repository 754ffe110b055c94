/**
 * The names that guests define if their backend claims `capabilities.helpers`. They are ordinary names that code may
 * redefine.
 */
export const helperNames: readonly string[] = Object.freeze(['grep', 'lines', 'chunk']);

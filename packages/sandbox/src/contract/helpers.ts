/** What guests define where their backend claims `capabilities.helpers`: ordinary names, which code may take for its own. */
export const helperNames: readonly string[] = Object.freeze(['grep', 'lines', 'chunk']);

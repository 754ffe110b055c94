import { defineLibrary } from '@rlm/config/tsup';

const library = defineLibrary();

/** The entries, and the program of `bin/`. */
export default { ...library, entry: { ...library.entry, command: './src/command/main.ts' } };

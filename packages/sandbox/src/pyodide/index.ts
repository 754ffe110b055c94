export { pyodide } from './backend.js';

// What the signatures above name.
export type { BootImageDiagnostic } from './boot-images.js';
export type { PyodideDiagnostic, PyodideOptions } from './options.js';

export { pyodide } from './backend.js';

// Types that the signatures above use.
export type { BootImageDiagnostic } from './boot-images.js';
export type { PyodideDiagnostic, PyodideOptions } from './options.js';

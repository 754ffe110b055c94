export { pyodide, type PyodideDiagnostic, type PyodideOptions } from './backend.js';

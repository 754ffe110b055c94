export { pyodide, type PyodideOptions } from './backend.js';

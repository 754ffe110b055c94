export { pyodide } from './backend.js';

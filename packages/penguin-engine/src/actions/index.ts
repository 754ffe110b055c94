export { createActionParser } from './parse-actions.js';

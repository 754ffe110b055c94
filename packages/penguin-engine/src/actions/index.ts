export { createActionParser, type ActionParser } from './parse-actions.js';

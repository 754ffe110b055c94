export { readContextFiles } from './read-context-files.js';

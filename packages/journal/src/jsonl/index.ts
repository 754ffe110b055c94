export { jsonlStore } from './jsonl-store.js';

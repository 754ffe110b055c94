export { jsonlStore, type JsonlStoreOptions } from './jsonl-store.js';

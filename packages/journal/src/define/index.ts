export { locked as runLocked, notFound as runNotFound } from '../errors.js';
export { defineStore, type StoreSurroundings } from '../store/define-store.js';
export { lastOf, readTexts } from '../store/read-texts.js';

// What a backend implements, and what it names.
export type { DriverId, FoundRun, LineBatch, LogBackend, RunLog } from '../store/log.js';

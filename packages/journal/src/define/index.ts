export { locked as runLocked, notFound as runNotFound } from '../errors.js';
export { defineStore, type StoreSurroundings } from '../store/define-store.js';
export { lastOf, readTexts } from '../store/read-texts.js';

// The interface of a backend, and the types in it.
export type { BackendRecords } from '../store/records.js';
export type { OwnerId, FoundRun, LineBatch, LogBackend, RunLog } from '../store/log.js';

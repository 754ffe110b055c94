export { sqliteStore, type SqliteStoreOptions } from './sqlite-store.js';

// What the signatures above name.
export type { DriverName } from './database.js';

export { sqliteStore, type SqliteStoreOptions } from './sqlite-store.js';

// Types that the signatures above use.
export type { DriverName } from './database.js';

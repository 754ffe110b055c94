export { testStore } from './test-store.js';

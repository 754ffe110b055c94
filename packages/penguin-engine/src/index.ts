export type { Run } from './kernel/index.js';

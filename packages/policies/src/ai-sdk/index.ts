export { fromStopCondition } from './from-stop-condition.js';
export type { StopCondition } from './stop-condition.js';
export { toStopCondition } from './to-stop-condition.js';

export { fromStopCondition } from './from-stop-condition.js';
export type { LoopStep, StopCondition } from './stop-condition.js';
export { toStopCondition, type StopConditionOptions } from './to-stop-condition.js';

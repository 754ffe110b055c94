export { fromStopCondition } from './from-stop-condition.js';
export type { StopCondition, LoopStep } from './stop-condition.js';
export { toStopCondition, type StopConditionOptions } from './to-stop-condition.js';

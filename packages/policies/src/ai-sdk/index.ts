export { fromStopCondition } from './from-stop-condition.js';
export type { StopCondition, LoopStep, StepUsage } from './stop-condition.js';
export { toStopCondition, type StopConditionOptions } from './to-stop-condition.js';
export type { StepPrice, StepPrices } from './step-cost.js';

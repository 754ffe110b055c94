export {
  terminationConformance,
  type ConformanceCase,
  type TerminationConformanceOptions,
} from './termination-conformance.js';

// What the signatures above name.
export type { SampleStep } from './samples.js';

export {
  terminationConformance,
  type ConformanceCase,
  type TerminationConformanceOptions,
} from './termination-conformance.js';

// Types that the signatures above use.
export type { SampleStep } from './samples.js';

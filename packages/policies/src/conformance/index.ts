export { terminationConformance } from './termination-conformance.js';

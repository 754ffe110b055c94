export { assert, assertData, assertSame } from './assert.js';
export { sampleRun, sampleStep, type SampleStep } from './samples.js';
export {
  terminationContract,
  type ContractCase,
  type TerminationContractOptions,
} from './termination-contract.js';

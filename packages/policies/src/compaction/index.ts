import type { PolicyFamily } from '../define/kinds.js';
import { deterministic } from './deterministic.js';
import { hierarchical } from './hierarchical.js';
import { llm } from './llm.js';
import { slidingWindow } from './sliding-window.js';

export { deterministic, type DeterministicOptions } from './deterministic.js';
export { hierarchical, type HierarchicalOptions } from './hierarchical.js';
export { llm, type LlmCompactionOptions, type Summarise } from './llm.js';
export { slidingWindow, type SlidingWindowOptions } from './sliding-window.js';
export type { CompactionPolicy, HistoryEntry } from '../shapes/compaction.js';

/** The built-in compaction policies, for `createPolicyRegistry({ families: [compactionPolicies] })`. */
export const compactionPolicies: PolicyFamily<'compaction'> = {
  kind: 'compaction',
  policies: [slidingWindow, deterministic, hierarchical, llm],
};

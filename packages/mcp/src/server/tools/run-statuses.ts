import type { RunStatus } from '@rlm/journal';

/** Each status that a kept run may have. */
export const runStatuses: readonly RunStatus[] = [
  'running',
  'open',
  'suspended',
  'failed',
  'ended',
  'corrupt',
];

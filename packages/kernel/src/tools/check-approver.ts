import { mismatch, refuseOption } from '@rlm/repl-types/internal';

import type { ApproveCall } from './approval.js';
import { listTools, type NamedTools } from './named-tools.js';
import type { Tool } from './types.js';

/**
 * Throws `InvalidOptionError` before the run starts if a tool needs approval and there is no one to
 * ask.
 */
export function checkApprover({
  tools = [],
  approve,
}: {
  readonly tools?: Iterable<Pick<Tool, 'name' | 'approval'>> | NamedTools | undefined;
  readonly approve?: ApproveCall | undefined;
}): void {
  if (approve !== undefined) return;
  for (const { name, approval } of listTools(tools)) {
    if (approval === undefined) continue;
    throw refuseOption(
      mismatch('approve', `a function, since the tool ${name} needs approval`, 'undefined'),
    );
  }
}

import type { CodeBlock, FinalDetection } from '@rlm/termination';

import type { Notice } from '../run/notice.js';
import type { Proposal } from './proposal.js';

/** What a reply asks for, and what of it the model is told. */
export type ReplyPlan = ReplyRequest & {
  readonly notices: readonly Notice[];
  /** Whether it has code that is not to run. */
  readonly hasUnrun: boolean;
};

type ReplyRequest =
  | {
      readonly type: 'code';
      readonly blocks: readonly CodeBlock[];
      /** A final beside the blocks, which does not count while another reply may follow. */
      readonly beside: FinalDetection | null;
    }
  | { readonly type: 'final'; readonly final: FinalDetection }
  /** A final in prose that the model is to confirm. */
  | {
      readonly type: 'proposal';
      readonly proposal: Proposal;
      /** The final that counts if no other reply follows. */
      readonly last?: FinalDetection;
    }
  | { readonly type: 'nothing' };

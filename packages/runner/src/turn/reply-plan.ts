import type { CodeBlock, FinalDetection } from '@rlm/termination';

import type { Notice } from '../run/notice.js';

/** What a reply asks for. */
export type ReplyPlan =
  | {
      readonly type: 'code';
      readonly blocks: readonly CodeBlock[];
      readonly notices: readonly Notice[];
    }
  | { readonly type: 'final'; readonly final: FinalDetection; readonly notices: readonly Notice[] }
  /** A final in prose that the model is to confirm in code. */
  | { readonly type: 'proposal'; readonly notices: readonly Notice[] }
  | { readonly type: 'nothing'; readonly notices: readonly Notice[] };

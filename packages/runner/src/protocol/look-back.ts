import { loadOnce } from '@rlm/repl-types/internal';

import type { RlmState } from '../run/state.js';
import { mayNeedHint } from '../turn/hints/may-need-hint.js';
import type { LookBack } from '../turn/hints/look-back.js';
import type { TurnReport } from '../turn/take-turn.js';

const hints = /* @__PURE__ */ loadOnce(() => import('../turn/hints/look-back.js'));

/** What a turn's last block did not come to, and what mends its fault. The rules are loaded with the first block that may need one. */
export async function lookBack({ runs, answer }: TurnReport, state: RlmState): Promise<LookBack> {
  const run = runs.at(-1);
  const isNeeded = run !== undefined && (state.unset.size > 0 || mayNeedHint(run, state.host));
  if (!isNeeded || answer !== null) {
    return { notRun: null, hints: [], unset: state.unset };
  }
  const { lookBackAt } = await hints();
  return lookBackAt(run, state);
}

import { randomHex } from '@rlm/kernel/internal';

import type { HeadLine, LineBody, OpenLine } from '../lines/lines.js';
import { faultAt, type RunState } from '../lines/run-state.js';
import { version } from '../lines/version.js';
import { withMembers } from './line-text.js';
import type { OwnerId } from './log.js';
import type { CreateOptions } from './run-store.js';

/** The line of an owner that continues a run. */
export function openLine({ by, pid, host }: OwnerId, state: RunState): OpenLine {
  const back = faultAt(state);
  const line = { t: 'open', pid, host, by, elapsedMs: state.elapsedMs } as const;
  return back === undefined ? line : { ...line, back };
}

/** The lines that a run begins with, as text. */
export function firstLines(
  runId: string,
  { by, pid, host }: OwnerId,
  { spec, fork }: CreateOptions,
  made: number,
): string[] {
  const { lines = [], seed = runId, elapsedMs = 0, ...from } = fork ?? {};
  const head: HeadLine = {
    t: 'head',
    format: 'rlm-journal',
    version,
    run: runId,
    seed,
    nonce: randomHex(20),
    made,
    spec,
    from: fork && (from as NonNullable<HeadLine['from']>),
  };
  const bodies: LineBody[] = [head, { t: 'open', pid, host, by, elapsedMs }, ...lines];
  return bodies.map((body, n) =>
    withMembers(JSON.stringify(body), { n, e: n === 0 ? 0 : 1, ms: elapsedMs }),
  );
}

import { useEffect, useMemo, useState } from 'react';

import type { RunInfo } from '../../../src/serve/api.js';
import { ProblemText } from '../app/problem.js';
import { LabPart } from '../lab/lab-part.js';
import { followRun } from '../server/follow-run.js';
import { useServer } from '../server/use-server.js';
import { HandPrompts } from './hand-prompts.js';
import { RunHead } from './run-head.js';
import { createRunStore } from './run-store.js';
import { useLab } from '../lab/use-lab.js';
import { useRun } from './use-run.js';
import { Viewer } from './viewer.js';

/** A run of the server, as it happens. */
export function RunPage({ id }: { readonly id: string }) {
  const { answer, problem, reload } = useServer<RunInfo>(`/api/runs/${encodeURIComponent(id)}`);
  const [resumed, setResumed] = useState(0);
  // A run that goes on is told from its beginning: so the store begins anew.
  const store = useMemo(() => createRunStore(), [id, resumed]);
  useEffect(() => followRun(id, store), [id, store]);
  const { info, link, prompts } = useRun(store);
  const shown = info ?? answer;
  const lab = useLab();
  if (shown === undefined) {
    return problem === undefined ? (
      <p className="empty">Loading…</p>
    ) : (
      <ProblemText problem={problem} />
    );
  }
  return (
    <>
      <RunHead
        info={shown}
        store={store}
        isLive={link !== 'closed'}
        isLost={link === 'lost'}
        onResumed={() => {
          setResumed(resumed + 1);
          reload();
        }}
      />
      <Viewer
        store={store}
        marks={lab.marks}
        above={<HandPrompts id={id} prompts={prompts} />}
        lab={<LabPart store={store} lab={lab} />}
      />
    </>
  );
}

import { useCallback, useEffect, useState } from 'react';

import type { RunInfo } from '../../../src/api.js';
import { ProblemText } from '../parts/problem.js';
import { LabPart } from '../lab/lab-part.js';
import { useLab } from '../lab/use-lab.js';
import { followRun } from '../server/follow-run.js';
import { useServer } from '../server/use-server.js';
import { HandPrompts } from './hand-prompts.js';
import { RunHead } from './run-head.js';
import { createRunStore } from '../store/run-store.js';
import { canGoOn, isUnderWay } from './status-tag.js';
import { useResumedElsewhere } from './use-resumed-elsewhere.js';
import { useRun } from '../store/use-run.js';
import { Viewer } from './viewer.js';

/** A run of the server, as it happens. */
export function RunPage({ id }: { readonly id: string }) {
  const [resumed, setResumed] = useState(0);
  const onResumed = useCallback(() => {
    setResumed((before) => before + 1);
  }, []);
  // A run that goes on is shown from its beginning.
  return <FollowedRun key={resumed} id={id} onResumed={onResumed} />;
}

function FollowedRun({ id, onResumed }: { readonly id: string; readonly onResumed: () => void }) {
  const { answer, problem } = useServer<RunInfo>(`/api/runs/${encodeURIComponent(id)}`);
  const [store] = useState(createRunStore);
  useEffect(() => followRun(id, store), [id, store]);
  const { info = answer, link, prompts } = useRun(store);
  const isOpen = link === 'closed' && info !== undefined && canGoOn(info);
  useResumedElsewhere(id, isOpen, onResumed);
  const lab = useLab();
  const [step, setStep] = useState<number>();
  if (info === undefined) {
    return problem === undefined ? (
      <p className="empty">Loading…</p>
    ) : (
      <div className="page">
        <h1>This run cannot be shown</h1>
        <ProblemText problem={problem} />
      </div>
    );
  }
  return (
    <>
      <RunHead
        info={info}
        store={store}
        step={step}
        isLive={link !== 'closed'}
        isLost={link === 'lost'}
        onResumed={onResumed}
      />
      <Viewer
        store={store}
        // A run that goes on is followed; one that is over is read from its beginning, and so is the tour.
        begin={isUnderWay(info) && info.model !== 'tour' ? 'last' : 'first'}
        onStep={setStep}
        marks={lab.marks}
        above={<HandPrompts id={id} prompts={prompts} />}
        lab={<LabPart store={store} lab={lab} />}
      />
    </>
  );
}

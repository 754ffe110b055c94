import { ProblemText } from '../parts/problem.js';
import { LabPart } from '../lab/lab-part.js';
import { useLab } from '../lab/use-lab.js';
import { Viewer } from '../run/viewer.js';
import { useAction } from '../server/use-action.js';
import { FileDrop } from './file-drop.js';
import { LogHead } from './log-head.js';
import { openLog, openSample, useOpenedLog, type OpenedLog } from './opened-log.js';

/** A saved trajectory, step by step. */
export function OpenPage() {
  const opened = useOpenedLog();
  const { isBusy, problem, act } = useAction();
  const open = (files: readonly File[]) => {
    const [file] = files;
    if (file !== undefined) void act(() => openLog(file));
  };
  if (opened !== undefined) {
    return (
      <>
        <LogHead opened={opened} onFiles={open} problem={problem} />
        <LogViewer key={`${opened.name} ${opened.text.length}`} opened={opened} />
      </>
    );
  }
  return (
    <div className="page">
      <h1>Open a trajectory</h1>
      <p className="lead">
        A run that was saved (<code>rlm ask --save</code>, Download), step by step. The file stays
        in this page.
      </p>
      <FileDrop label="Choose a file" accept=".jsonl,.json,.ndjson,.txt" onFiles={open}>
        <p>or drop it here</p>
      </FileDrop>
      <p>
        <button
          type="button"
          disabled={isBusy}
          onClick={() => {
            void act(openSample);
          }}
        >
          Open a sample
        </button>{' '}
        <span className="figure">a run over a logbook; no language model wrote its replies</span>
      </p>
      {isBusy && <p className="empty">Reading…</p>}
      <ProblemText problem={problem} />
    </div>
  );
}

function LogViewer({ opened }: { readonly opened: OpenedLog }) {
  const lab = useLab();
  return (
    <Viewer
      store={opened.store}
      marks={lab.marks}
      lab={<LabPart store={opened.store} lab={lab} />}
    />
  );
}

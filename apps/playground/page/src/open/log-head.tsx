import { ProblemText } from '../parts/problem.js';
import { saveFile } from '../parts/save-file.js';
import { useRun } from '../store/use-run.js';
import { requestFile } from '../server/request.js';
import { useAction } from '../server/use-action.js';
import { FileDrop } from './file-drop.js';
import type { OpenedLog } from './opened-log.js';

/** The question of a log that was opened, and what can be done with it. */
export function LogHead({
  opened,
  onFiles,
  problem,
}: {
  readonly opened: OpenedLog;
  readonly onFiles: (files: readonly File[]) => void;
  readonly problem: string | undefined;
}) {
  const { name, text, store } = opened;
  const { tree } = useRun(store);
  const query = tree.runs[tree.rootId]?.query ?? '';
  const action = useAction();
  return (
    <header className="run-head">
      <div className="run-title">
        <h1>{query === '' ? name : query}</h1>
        <p className="figures">
          <span>{name}</span>
          <span>{tree.events} events</span>
        </p>
      </div>
      <div className="actions">
        <FileDrop label="Open another" accept=".jsonl,.json,.ndjson,.txt" onFiles={onFiles} />
        <button
          type="button"
          onClick={() => {
            saveFile(new Blob([text], { type: 'application/jsonl' }), name);
          }}
        >
          Download
        </button>
        <button
          type="button"
          disabled={action.isBusy}
          onClick={() =>
            void action.act(async () => {
              saveFile(
                await requestFile('/api/export', text),
                `${name.replace(/\.\w+$/, '')}.html`,
              );
            })
          }
        >
          Export page
        </button>
      </div>
      <ProblemText problem={problem ?? action.problem} />
    </header>
  );
}

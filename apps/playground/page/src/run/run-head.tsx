import { useState } from 'react';

import type { RunInfo } from '../../../src/api.js';
import { ProblemText } from '../parts/problem.js';
import { go, hrefOf } from '../parts/route.js';
import { saveFile } from '../parts/save-file.js';
import { namedEndpoint } from '../server/named-endpoint.js';
import { request, requestFile } from '../server/request.js';
import { useAction } from '../server/use-action.js';
import { ForkDialog } from './fork-dialog.js';
import type { RunStore } from '../store/run-store.js';
import { canGoOn, isUnderWay, modelName, StatusTag } from './status-tag.js';

/** The question of a run, its status, and what can be done with it. */
export function RunHead({
  info,
  store,
  step,
  isLive,
  isLost,
  onResumed,
}: {
  readonly info: RunInfo;
  readonly store: RunStore;
  /** The step that is looked at. */
  readonly step: number | undefined;
  readonly isLive: boolean;
  readonly isLost: boolean;
  readonly onResumed: () => void;
}) {
  const [isForking, setForking] = useState(false);
  const { isBusy, problem, confirm, act } = useAction();
  const path = `/api/runs/${encodeURIComponent(info.id)}`;
  const isRunning = isLive && isUnderWay(info);
  const isTask = info.isTask === true;
  const download = (part: string, ending: string): void => {
    void act(async () => {
      saveFile(await requestFile(`${path}/${part}`), `rlm-${info.id}.${ending}`);
    });
  };
  const canResume = !isRunning && !isTask && canGoOn(info);
  return (
    <header className="run-head">
      <div className="run-title">
        <h1>{info.question}</h1>
        <p className="figures">
          <StatusTag status={info.status} />
          {info.status === 'waiting' && (
            <span>until other runs about large texts leave room for it</span>
          )}
          {isLost && <span className="bad">connection lost, trying again</span>}
          <span>{modelName(info)}</span>
          {isTask && (
            <span>
              a task: <code>rlm resume {info.id}</code> goes on with it in the terminal
            </span>
          )}
          {info.durable && !isTask && <span>kept</span>}
          {info.from !== undefined && (
            <span>
              forked at step {info.from.atStep} of{' '}
              <a href={hrefOf({ name: 'run', id: info.from.run })}>{info.from.run}</a>
            </span>
          )}
        </p>
      </div>
      <div className="actions">
        {isRunning && (
          <button
            type="button"
            disabled={isBusy}
            onClick={() => void act(() => request('POST', `${path}/stop`))}
          >
            Stop
          </button>
        )}
        {canResume && (
          <button
            type="button"
            disabled={isBusy}
            onClick={() =>
              void act(async (agreed) => {
                const body = { ...namedEndpoint(), ...agreed };
                await request<RunInfo>('POST', `${path}/resume`, body);
                onResumed();
              })
            }
          >
            Resume
          </button>
        )}
        {!isRunning && !isTask && (
          <button
            type="button"
            onClick={() => {
              setForking(true);
            }}
          >
            Fork…
          </button>
        )}
        {!isTask && (
          <a className="button" href={hrefOf({ name: 'ask', again: info.id })}>
            Ask again…
          </a>
        )}
        <button
          type="button"
          disabled={isBusy}
          onClick={() => {
            download('trajectory', 'jsonl');
          }}
        >
          Download
        </button>
        <button
          type="button"
          disabled={isBusy}
          onClick={() => {
            download('export', 'html');
          }}
        >
          Export page
        </button>
      </div>
      <ProblemText problem={problem} onConfirm={confirm} />
      {info.hint !== undefined && (
        <p className="problem">
          {info.problem}: {info.hint}.
        </p>
      )}
      {isForking && (
        <ForkDialog
          info={info}
          store={store}
          step={step}
          onClose={() => {
            setForking(false);
          }}
          onForked={(fork) => {
            setForking(false);
            go({ name: 'run', id: fork.id });
          }}
        />
      )}
    </header>
  );
}

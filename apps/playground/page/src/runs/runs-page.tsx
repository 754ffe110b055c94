import { useState } from 'react';

import type { RunInfo } from '../../../src/api.js';
import { ProblemText } from '../parts/problem.js';
import { plural } from '../parts/numbers.js';
import { hrefOf } from '../parts/route.js';
import { request } from '../server/request.js';
import { useAction } from '../server/use-action.js';
import { useServer } from '../server/use-server.js';
import { RunsList } from './runs-list.js';

/** All runs, the newest first. */
export function RunsPage() {
  const { answer, problem, reload } = useServer<{ runs: RunInfo[] }>('/api/runs');
  const removal = useAction();
  const [words, setWords] = useState('');
  const found = (answer?.runs ?? []).filter((run) => hasWords(run, words));
  return (
    <div className="page">
      <h1>Runs</h1>
      <ProblemText problem={removal.problem ?? problem} />
      {answer?.runs.length === 0 && (
        <p className="lead">
          None yet. <a href={hrefOf({ name: 'ask' })}>Ask something.</a>
        </p>
      )}
      {(answer?.runs.length ?? 0) > 0 && (
        <search>
          <input
            type="search"
            aria-label="Search in runs"
            placeholder="Search: question, answer, model, id"
            value={words}
            onChange={(event) => {
              setWords(event.target.value);
            }}
          />
          <output className="figure">{words.trim() !== '' && plural(found.length, 'run')}</output>
        </search>
      )}
      <RunsList
        runs={found}
        onRemove={({ id, durable }) => {
          if (durable && !window.confirm(`Remove the kept run ${id} for good?`)) return;
          void removal.act(async () => {
            await request('DELETE', `/api/runs/${encodeURIComponent(id)}`);
            reload();
          });
        }}
      />
    </div>
  );
}

/** Whether what is known of a run has all of these words. */
function hasWords(
  { id, question, model, status, answer, problem }: RunInfo,
  words: string,
): boolean {
  const known = [id, question, model, status, answer, problem].join('\n').toLowerCase();
  return words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => known.includes(word));
}

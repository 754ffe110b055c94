import { useState } from 'react';

import type { RunInfo } from '../../../src/api.js';
import { ProblemText } from '../parts/problem.js';
import { plural } from '../parts/numbers.js';
import { hrefOf } from '../parts/route.js';
import { request } from '../server/request.js';
import { useAction } from '../server/use-action.js';
import { useServer } from '../server/use-server.js';
import { RunsTable } from './runs-table.js';

/** All runs, those of one question together. */
export function RunsPage() {
  const { answer, problem, reload } = useServer<{ runs: RunInfo[] }>('/api/runs');
  const removal = useAction();
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [words, setWords] = useState('');
  const found = (answer?.runs ?? []).filter((run) => hasWords(run, words));
  const groups = Object.entries(Object.groupBy(found, ({ question }) => question));
  const [left, right] = chosen;
  return (
    <div className="page wide">
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
      {left !== undefined && (
        <output className="chosen">
          {right === undefined ? (
            'One run is chosen: choose another to compare them side by side.'
          ) : (
            <a className="button primary" href={hrefOf({ name: 'compare', left, right })}>
              Compare side by side
            </a>
          )}
        </output>
      )}
      {groups.map(([question, runs = []]) => (
        <RunsTable
          key={question}
          question={question}
          runs={runs}
          chosen={chosen}
          onRemove={({ id, durable }) => {
            if (durable && !window.confirm(`Remove the kept run ${id} for good?`)) return;
            void removal.act(async () => {
              await request('DELETE', `/api/runs/${encodeURIComponent(id)}`);
              setChosen(chosen.filter((other) => other !== id));
              reload();
            });
          }}
          onChoose={(id, isChosen) => {
            // The two that were chosen last.
            const others = chosen.filter((other) => other !== id);
            setChosen(isChosen ? [...others, id].slice(-2) : others);
          }}
        />
      ))}
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

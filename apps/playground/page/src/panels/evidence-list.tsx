import { useMemo } from 'react';

import { grouped, oneLine } from '../../../src/view/text/numbers.js';
import type { EvidenceView, RunView, TreeView } from '../../../src/view/run-view.js';
import { findReading, type Hit } from '../timeline/search.js';

/** Most places that are listed, and the most columns of a quote. */
const most = { places: 20, columns: 80 };

/** Where the words of the answer were read: a click shows the first output or sub-query that holds them. */
export function EvidenceList({
  tree,
  run,
  onJump,
}: {
  readonly tree: TreeView;
  readonly run: RunView;
  /** Called with what was found, and the words that are there. */
  readonly onJump: (hit: Hit, words: string) => void;
}) {
  const evidence = run.end?.coverage?.evidence ?? noEvidence;
  const places = useMemo(
    () =>
      evidence
        .slice(0, most.places)
        .map((place) => ({ place, found: findReading(tree, place.quote) })),
    [tree, evidence],
  );
  if (places.length === 0) return null;
  return (
    <details className="evidence" open>
      <summary>Places read</summary>
      <ul>
        {places.map(({ place, found }) => (
          <li key={`${place.context} ${place.path ?? ''} ${place.start}`}>
            {found === undefined ? (
              <q>{quoteOf(place)}</q>
            ) : (
              <button
                type="button"
                onClick={() => {
                  onJump(found.hit, found.words);
                }}
              >
                <q>{quoteOf(place)}</q>
              </button>
            )}
            <span className="figure">
              {nameOf(place)}
              {found !== undefined && `, step ${found.hit.step}`}
            </span>
          </li>
        ))}
      </ul>
      {evidence.length > most.places && (
        <p className="empty">and {grouped(evidence.length - most.places)} more</p>
      )}
    </details>
  );
}

const noEvidence: readonly EvidenceView[] = [];

/** The words in one line, without the end of the sentence before them. */
function quoteOf({ quote }: EvidenceView): string {
  return oneLine(quote.replace(/^[\s,;:.!?)]+/, ''), most.columns);
}

function nameOf({ context, path = '', start }: EvidenceView): string {
  return `${context}${path}, from character ${grouped(start)}`;
}

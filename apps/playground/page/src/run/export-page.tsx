import { useEffect } from 'react';

import { ThemeButton } from '../parts/theme-button.js';
import { LabPart } from '../lab/lab-part.js';
import { useLab } from '../lab/use-lab.js';
import type { RunStore } from '../store/run-store.js';
import { useRun } from '../store/use-run.js';
import { Viewer } from './viewer.js';

/** A run in a file of its own. */
export function ExportPage({ store }: { readonly store: RunStore }) {
  const { tree } = useRun(store);
  const lab = useLab();
  const query = tree.runs[tree.rootId]?.query ?? '';
  useEffect(() => {
    if (query !== '') document.title = query;
  }, [query]);
  return (
    <>
      <header className="app-bar">
        <span className="brand">
          RLM <span>run</span>
        </span>
        <ThemeButton />
      </header>
      <main className="place-run">
        <header className="run-head">
          <div className="run-title">
            <h1>{query === '' ? 'A run' : query}</h1>
          </div>
        </header>
        <Viewer store={store} marks={lab.marks} lab={<LabPart store={store} lab={lab} />} />
      </main>
    </>
  );
}

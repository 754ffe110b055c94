import { lazy, Suspense } from 'react';

import { ErrorBoundary } from '../parts/error-boundary.js';
import type { RunStore } from '../store/run-store.js';
import type { Lab } from './use-lab.js';

const PolicyLab = lazy(() => import('./policy-lab.js'));

/** The policy lab, loaded when it is first seen. */
export function LabPart({ store, lab }: { readonly store: RunStore; readonly lab: Lab }) {
  return (
    <ErrorBoundary>
      <Suspense fallback={<p className="empty">Loading…</p>}>
        <PolicyLab store={store} lab={lab} />
      </Suspense>
    </ErrorBoundary>
  );
}

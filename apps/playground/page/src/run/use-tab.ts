import { useState, useSyncExternalStore } from 'react';

import type { Tab } from './tabs.js';

/** As in viewer.css: one part of the run fits. */
const narrow = matchMedia('(width < 60rem)');

/** Which part of a run is seen. If one alone fits, the details come first once the run has ended: the answer is there. */
export function useTab(hasEnded: boolean) {
  const [picked, setTab] = useState<Tab>();
  const isNarrow = useSyncExternalStore(subscribe, () => narrow.matches);
  const tab = picked ?? (isNarrow && hasEnded ? 'details' : 'timeline');
  return {
    tab,
    setTab,
    /** Shows the steps, unless the lab is open: it is about them. */
    toTimeline: () => {
      if (tab !== 'lab') setTab('timeline');
    },
  };
}

function subscribe(listener: () => void): () => void {
  narrow.addEventListener('change', listener);
  return () => {
    narrow.removeEventListener('change', listener);
  };
}

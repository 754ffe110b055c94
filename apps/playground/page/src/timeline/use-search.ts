import { useDeferredValue, useMemo, useRef, useState } from 'react';

import type { TreeView } from '../../../src/view/run-view.js';
import { findHits, type Hit } from './search.js';

/** The search text, and the position among the matches. */
export function useSearch(tree: TreeView, onHit: (hit: Hit) => void) {
  const field = useRef<HTMLInputElement>(null);
  const [words, setWords] = useState('');
  const [at, setAt] = useState(-1);
  const wanted = useDeferredValue(words);
  const hits = useMemo(() => findHits(tree, wanted), [tree, wanted]);
  return {
    field,
    words,
    wanted,
    at: Math.min(at, hits.length - 1),
    count: hits.length,
    setWords: (next: string) => {
      setWords(next);
      setAt(-1);
    },
    move: (by: 1 | -1) => {
      const found = wanted === words ? hits : findHits(tree, words);
      if (found.length === 0) return;
      const next = (Math.max(at, by === 1 ? -1 : 0) + by + found.length) % found.length;
      setAt(next);
      const hit = found[next];
      if (hit !== undefined) onHit(hit);
    },
  };
}

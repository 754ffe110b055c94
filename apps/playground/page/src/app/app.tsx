import { useEffect, useRef } from 'react';

import { AskPage } from '../ask/ask-page.js';
import { OpenPage } from '../open/open-page.js';
import { RunPage } from '../run/run-page.js';
import { RunsPage } from '../runs/runs-page.js';
import { AppBar } from './app-bar.js';
import { ErrorBoundary } from '../parts/error-boundary.js';
import { parseRoute, useHash, type Route } from '../parts/route.js';

/** The page: its bar, and the current place. */
export function App() {
  const hash = useHash();
  const route = parseRoute(hash);
  const main = useRef<HTMLElement>(null);
  const before = useRef(hash);
  useEffect(() => {
    document.title = `${titles[route.name]} · RLM playground`;
    // Who goes to another place reads on there.
    if (before.current !== hash) main.current?.focus();
    before.current = hash;
  }, [hash, route.name]);
  return (
    <>
      <AppBar route={route} />
      <main ref={main} tabIndex={-1} className={`place-${route.name}`}>
        <ErrorBoundary key={hash}>
          <Place route={route} />
        </ErrorBoundary>
      </main>
    </>
  );
}

const titles: Readonly<Record<Route['name'], string>> = {
  ask: 'Ask',
  runs: 'Runs',
  open: 'Open a file',
  run: 'Run',
};

function Place({ route }: { readonly route: Route }) {
  switch (route.name) {
    case 'ask':
      return <AskPage again={route.again} />;
    case 'runs':
      return <RunsPage />;
    case 'open':
      return <OpenPage />;
    case 'run':
      return <RunPage key={route.id} id={route.id} />;
  }
}

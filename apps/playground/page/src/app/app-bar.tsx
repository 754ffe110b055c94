import { hrefOf, type Route } from '../parts/route.js';
import { ThemeButton } from '../parts/theme-button.js';

const places = [
  { name: 'ask', label: 'Ask' },
  { name: 'runs', label: 'Runs' },
  { name: 'open', label: 'Open a file' },
] as const;

/** The name of the page, and its places. */
export function AppBar({ route }: { readonly route: Route }) {
  return (
    <header className="app-bar">
      <a className="skip" href="#main" onClick={skip}>
        Skip to the content
      </a>
      <a className="brand" href={hrefOf({ name: 'ask' })}>
        RLM <span>playground</span>
      </a>
      <nav aria-label="Places">
        {places.map(({ name, label }) => (
          <a
            key={name}
            href={hrefOf({ name })}
            aria-current={route.name === name ? 'page' : undefined}
          >
            {label}
          </a>
        ))}
      </nav>
      <ThemeButton />
    </header>
  );
}

/** The part of the address after `#` names the current place, so the link moves the focus itself. */
function skip(event: { preventDefault: () => void }): void {
  event.preventDefault();
  document.querySelector<HTMLElement>('main')?.focus();
}

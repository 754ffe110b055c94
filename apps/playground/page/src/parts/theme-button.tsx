import { useState } from 'react';

type Theme = 'light' | 'dark';

const key = 'rlm-theme';

/** Light or dark, when it is not to be what the system says. */
export function ThemeButton() {
  const [theme, setTheme] = useState<Theme>(startTheme);
  const other: Theme = theme === 'light' ? 'dark' : 'light';
  return (
    <button
      type="button"
      className="icon"
      aria-label={`Switch to ${other} colours`}
      onClick={() => {
        setTheme(other);
        setOnPage(other);
        keep(other);
      }}
    >
      {theme === 'light' ? '☾' : '☀'}
    </button>
  );
}

/** Puts the kept choice on the page, and says what is to be seen. */
function startTheme(): Theme {
  const kept = read();
  if (kept !== undefined) setOnPage(kept);
  return kept ?? (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light');
}

function setOnPage(theme: Theme): void {
  document.documentElement.dataset['theme'] = theme;
}

function read(): Theme | undefined {
  try {
    const kept = localStorage.getItem(key);
    return kept === 'light' || kept === 'dark' ? kept : undefined;
  } catch {
    return undefined; // A file has no store in some browsers.
  }
}

function keep(theme: Theme): void {
  try {
    localStorage.setItem(key, theme);
  } catch {
    // Then it is forgotten with the page.
  }
}

import { useEffect, useRef } from 'react';

/** Keys of a view, by `KeyboardEvent.key`. */
export type Keys = Readonly<Record<string, () => void>>;

/** The keys work everywhere but in fields, in dialogs and beside control keys. */
export function useKeys(keys: Keys): void {
  const latest = useRef(keys);
  useEffect(() => {
    latest.current = keys;
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      const target = event.target as Element;
      if (target.closest('input, textarea, select, dialog, summary, [contenteditable]')) return;
      // There they scroll.
      if (event.key.length > 1 && target.closest('aside, .hand') !== null) return;
      const act = latest.current[event.key];
      if (act === undefined) return;
      event.preventDefault();
      act();
    };
    window.addEventListener('keydown', listen);
    return () => {
      window.removeEventListener('keydown', listen);
    };
  }, []);
}

import { useCallback, useState } from 'react';

/** What is open in a timeline, by key. */
export function useOpen() {
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const toggle = useCallback((key: string) => {
    setOpen((before) => {
      const after = new Set(before);
      if (!after.delete(key)) after.add(key);
      return after;
    });
  }, []);
  const add = useCallback((...keys: readonly string[]) => {
    setOpen((before) => new Set([...before, ...keys]));
  }, []);
  return { open, toggle, add };
}

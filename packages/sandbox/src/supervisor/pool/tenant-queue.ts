/** Those who wait, by their tenants, who take turns. */
export interface TenantQueue<T> {
  /** How many wait. */
  readonly size: number;
  /** Adds one at the end of its tenant's line. The returned function takes it out again. */
  add(tenant: string, item: T): () => void;
  /** Takes out the first of the tenant whose turn it is. */
  next(): T | undefined;
  /**
   * Takes out the last of the longest line, if it is still the longest after one more of `tenant` has come; else there is none that
   * should make room for it.
   */
  giveWay(tenant: string): T | undefined;
}

/** Makes a {@link TenantQueue}. */
export function createTenantQueue<T>(): TenantQueue<T> {
  /** In the order of the turns. A tenant of whom no one waits has no line. */
  const lines = new Map<string, Set<{ readonly item: T }>>();
  let size = 0;

  const takeOut = (tenant: string, entry: { readonly item: T }): void => {
    const line = lines.get(tenant);
    if (line?.delete(entry) !== true) return;
    size -= 1;
    if (line.size === 0) lines.delete(tenant);
  };

  return {
    get size() {
      return size;
    },
    add(tenant, item) {
      const entry = { item };
      const line = lines.get(tenant) ?? new Set();
      lines.set(tenant, line.add(entry));
      size += 1;
      return () => {
        takeOut(tenant, entry);
      };
    },
    next() {
      const [first] = lines;
      if (first === undefined) return undefined;
      const [tenant, line] = first;
      const [entry] = line;
      if (entry === undefined) return undefined;
      takeOut(tenant, entry);
      // Its next turn is after those of all others.
      if (line.size > 0) {
        lines.delete(tenant);
        lines.set(tenant, line);
      }
      return entry.item;
    },
    giveWay(tenant) {
      let longest: string | undefined;
      let most = (lines.get(tenant)?.size ?? 0) + 1;
      for (const [name, { size: length }] of lines) {
        if (length > most) [longest, most] = [name, length];
      }
      if (longest === undefined) return undefined;
      const last = [...(lines.get(longest) ?? [])].at(-1);
      if (last === undefined) return undefined;
      takeOut(longest, last);
      return last.item;
    },
  };
}

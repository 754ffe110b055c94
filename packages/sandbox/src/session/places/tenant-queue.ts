/** Those who wait, by their tenants, who take turns. */
export class TenantQueue<T> {
  /** In the order of the turns. A tenant of whom no one waits has no line. */
  readonly #lines = new Map<string, Set<{ readonly item: T }>>();
  #size = 0;

  /** How many wait. */
  get size(): number {
    return this.#size;
  }

  /** Adds one at the end of its tenant's line. The returned function takes it out again. */
  add(tenant: string, item: T): () => void {
    const entry = { item };
    const line = this.#lines.get(tenant) ?? new Set();
    this.#lines.set(tenant, line.add(entry));
    this.#size += 1;
    return () => {
      this.#takeOut(tenant, entry);
    };
  }

  /** All who wait, tenant by tenant. */
  *items(): Iterable<T> {
    for (const line of this.#lines.values()) for (const { item } of line) yield item;
  }

  /** Takes out the first that is fit, of the tenant whose turn it is; its next turn is after those of all others. */
  next(isFit: (item: T) => boolean = () => true): T | undefined {
    for (const [tenant, line] of this.#lines) {
      for (const entry of line) {
        if (!isFit(entry.item)) continue;
        this.#takeOut(tenant, entry);
        if (this.#lines.delete(tenant)) this.#lines.set(tenant, line);
        return entry.item;
      }
    }
    return undefined;
  }

  /** Takes out the last of the longest line; among lines of the same length, of that of `tenant`. */
  giveWay(tenant: string): T | undefined {
    let [longest, most] = [tenant, this.#lines.get(tenant)?.size ?? 0];
    for (const [name, { size }] of this.#lines) {
      if (size > most) [longest, most] = [name, size];
    }
    const last = [...(this.#lines.get(longest) ?? [])].at(-1);
    if (last !== undefined) this.#takeOut(longest, last);
    return last?.item;
  }

  #takeOut(tenant: string, entry: { readonly item: T }): void {
    const line = this.#lines.get(tenant);
    if (line?.delete(entry) !== true) return;
    this.#size -= 1;
    if (line.size === 0) this.#lines.delete(tenant);
  }
}

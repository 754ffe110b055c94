/** A count as people read it: `66,123`. */
export function groupThousands(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ',');
}

/** A number of things: `1 line`, `2,000 lines`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${groupThousands(count)} ${count === 1 ? one : many}`;
}

/** US dollars, to the digit that tells something. */
export function dollars(usd: number): string {
  return `$${usd.toFixed(usd >= 1 ? 2 : 4)}`;
}

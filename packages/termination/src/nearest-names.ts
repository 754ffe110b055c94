/** How many letters must be inserted, deleted or replaced to make `a` of `b`. */
function editDistance(a: string, b: string): number {
  let previous = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (const [row, letter] of Array.from(a).entries()) {
    const current = [row + 1];
    previous.slice(1).forEach((above, column) => {
      const replaced = (previous[column] ?? 0) + (letter === b[column] ? 0 : 1);
      current.push(Math.min(above + 1, (current[column] ?? 0) + 1, replaced));
    });
    previous = current;
  }
  return previous[b.length] ?? 0;
}

/** How far `candidate` is from `wanted`; Infinity when they are not spelled alike. */
function distance(wanted: string, candidate: string): number {
  const [a, b] = [wanted, candidate].map((name) => name.toLowerCase().replaceAll('_', ''));
  if (a === undefined || b === undefined || a.length > 64 || b.length > 64) return Infinity;
  const edits = editDistance(a, b);
  return edits <= Math.max(a.length, b.length) / 3 ? edits : Infinity;
}

/** `names` with those spelled like `wanted` first, nearest first; the others in their order. */
export function nearestFirst(wanted: string, names: readonly string[]): string[] {
  return names
    .map((name) => ({ name, far: distance(wanted, name) }))
    .sort((a, b) => (a.far === b.far ? 0 : a.far - b.far))
    .map(({ name }) => name);
}

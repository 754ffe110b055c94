/** How many letters must be inserted, deleted, replaced or swapped to make `a` of `b`. */
function editDistance(a: string, b: string): number {
  let before: number[] = [];
  let previous = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row++) {
    const current = [row];
    for (let column = 1; column <= b.length; column++) {
      const same = a[row - 1] === b[column - 1];
      const swapped = a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      current[column] = Math.min(
        (previous[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (previous[column - 1] ?? 0) + (same ? 0 : 1),
        swapped ? (before[column - 2] ?? 0) + 1 : Infinity,
      );
    }
    before = previous;
    previous = current;
  }
  return previous[b.length] ?? 0;
}

/** How far `candidate` is from `wanted`; Infinity when they are not spelled alike. */
function distance(wanted: string, candidate: string): number {
  const a = wanted.toLowerCase().replaceAll('_', '');
  const b = candidate.toLowerCase().replaceAll('_', '');
  if (a === b) return 0;
  if (Math.abs(a.length - b.length) > 3 || a.length > 64) return Infinity;
  const edits = editDistance(a, b);
  return edits <= Math.max(1, Math.floor(Math.max(a.length, b.length) / 3)) ? edits : Infinity;
}

/** `names` with those spelled like `wanted` first, nearest first; the others in their order. */
export function nearestFirst(wanted: string, names: readonly string[]): string[] {
  return names
    .map((name) => ({ name, far: distance(wanted, name) }))
    .sort((a, b) => (a.far === b.far ? 0 : a.far - b.far))
    .map(({ name }) => name);
}

/** How many letters must be inserted, deleted or replaced to make `a` of `b`. */
function editDistance(a: string, b: string): number {
  let row = Array.from(`${b} `, (_, column) => column);
  for (const letter of a) {
    const next: number[] = [];
    row.forEach((above, column) => {
      const left = column - 1;
      const diagonal = (row[left] ?? Infinity) - Number(letter === b[left]);
      next.push(1 + Math.min(above, next[left] ?? Infinity, diagonal));
    });
    row = next;
  }
  return row.at(-1) ?? 0;
}

const normal = (name: string): string => name.toLowerCase().replaceAll('_', '').slice(0, 64);

/**
 * How far a name is from the one that was written: letters that differ, case and underscores aside; `Infinity` when more than a
 * third of the letters do.
 */
export function nameDistance(wanted: string, name: string): number {
  const a = normal(wanted);
  const edits = editDistance(a, normal(name));
  return edits <= a.length / 3 ? edits : Infinity;
}

/** `names` with those spelled like `wanted` first, nearest first; the others in their order. */
export function nearestFirst(wanted: string, names: readonly string[]): string[] {
  return names
    .map((name): [name: string, far: number] => [name, Math.min(nameDistance(wanted, name), 99)])
    .sort((one, other) => one[1] - other[1])
    .map(([name]) => name);
}

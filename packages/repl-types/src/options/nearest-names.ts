/** The cost of two swapped neighbouring letters, a slip of someone who knows the name: half of an edit. */
const swapCost = 0.5;

/** How many letters must be inserted, deleted or replaced to turn `a` into `b`. Two swapped letters count half. */
function editDistance(a: string, b: string): number {
  let before: readonly number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let line = 1; line <= a.length; line += 1) {
    const above = row;
    row = [line];
    for (let column = 1; column <= b.length; column += 1) {
      const at = (from: readonly number[], place: number): number => from[place] ?? Infinity;
      const replaced = at(above, column - 1) + Number(a[line - 1] !== b[column - 1]);
      const isSwapped = a[line - 1] === b[column - 2] && a[line - 2] === b[column - 1];
      const swapped = isSwapped ? at(before, column - 2) + swapCost : Infinity;
      row.push(Math.min(at(above, column) + 1, at(row, column - 1) + 1, replaced, swapped));
    }
    before = above;
  }
  return row[b.length] ?? 0;
}

const normal = (name: string): string => name.toLowerCase().replaceAll('_', '').slice(0, 64);

/**
 * The distance between two names: the number of letters that differ, ignoring case and underscores; two swapped
 * neighbours count half. `Infinity` if more than a third of the letters differ.
 */
export function nameDistance(wanted: string, name: string): number {
  const a = normal(wanted);
  const edits = editDistance(a, normal(name));
  return edits <= a.length / 3 ? edits : Infinity;
}

/** Sorts `names`: first those spelled like `wanted`, nearest first, then the others in their order. */
export function nearestFirst(wanted: string, names: readonly string[]): string[] {
  return names
    .map((name): [name: string, far: number] => [name, Math.min(nameDistance(wanted, name), 99)])
    .sort((one, other) => one[1] - other[1])
    .map(([name]) => name);
}

/** The name that is spelled most like `wanted`; undefined if none is similar. */
export function nearestName(wanted: string, names: readonly string[]): string | undefined {
  const [nearest] = nearestFirst(wanted, names);
  return nearest !== undefined && nameDistance(wanted, nearest) < Infinity ? nearest : undefined;
}

import { join, push, sort } from './intrinsics.js';

const mostNames = 20;

/** What FINAL_VAR says of a name that no variable has: which there are, close spellings first. */
export function missingVariable(name: string, all: readonly string[]): string {
  const known: { name: string; distance: number }[] = [];
  for (const candidate of all) {
    if (candidate.startsWith('_')) continue;
    const distance = editDistance(name, candidate);
    const isClose = distance <= Math.max(2, name.length / 3);
    push(known, { name: candidate, distance: isClose ? distance : 1_000 });
  }
  sort(known, (a, b) => a.distance - b.distance);
  const shown: string[] = [];
  for (const { name: candidate } of known) {
    if (shown.length < mostNames) push(shown, `'${candidate}'`);
  }
  const surplus = known.length > mostNames ? `, ... ${known.length} in all` : '';
  return (
    `FINAL_VAR referenced variable '${name}' not found in REPL namespace. ` +
    `Available variables: [${join(shown, ', ')}${surplus}]`
  );
}

function editDistance(left: string, right: string): number {
  if (left.length > 60 || right.length > 60) return 1_000;
  let row: number[] = [];
  for (let column = 0; column <= right.length; column++) push(row, column);
  for (let line = 1; line <= left.length; line++) {
    const next: number[] = [line];
    for (let column = 1; column <= right.length; column++) {
      const change = left[line - 1] === right[column - 1] ? 0 : 1;
      const best = Math.min(
        (row[column] ?? 0) + 1,
        (next[column - 1] ?? 0) + 1,
        (row[column - 1] ?? 0) + change,
      );
      push(next, best);
    }
    row = next;
  }
  return row[right.length] ?? 1_000;
}

/**
 * How much of `limit` each of several needs gets: all of it where there is enough, else an equal share, to which
 * those who need less leave what they do not use.
 */
export function shareOut(needs: readonly number[], limit: number): readonly number[] {
  const shares = needs.map(() => 0);
  let left = limit;
  const smallestFirst = [...needs.entries()].sort(([, a], [, b]) => a - b);
  for (const [place, [index, need]] of smallestFirst.entries()) {
    const share = Math.min(need, Math.floor(left / (smallestFirst.length - place)));
    shares[index] = share;
    left -= share;
  }
  return shares;
}

import type { CoverageSpan } from './coverage.js';
import type { MeasuredText } from './measured-text.js';
import type { Span } from './read-spans.js';

/** The first measured part that ends after a place. */
function leafAt({ ends }: MeasuredText, at: number): number {
  let [low, high] = [0, ends.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((ends[middle] ?? 0) > at) high = middle;
    else low = middle + 1;
  }
  return low;
}

/**
 * The measured parts of a span, each with its number; what is between them (keys, numbers) is left
 * out.
 */
export function* leavesOf(
  measured: MeasuredText,
  { start, end }: Span,
): Generator<Span & { readonly leaf: number }> {
  const { starts, ends } = measured;
  for (let leaf = leafAt(measured, start); leaf < starts.length; leaf += 1) {
    const from = Math.max(start, starts[leaf] ?? 0);
    if (from >= end) return;
    yield { leaf, start: from, end: Math.min(end, ends[leaf] ?? 0) };
  }
}

/** A part of a leaf as its place in the caller's own value. */
export function placeInLeaf(
  measured: MeasuredText,
  { leaf, start, end }: Span & { readonly leaf: number },
): CoverageSpan {
  const { starts, parents, keys } = measured;
  const from = starts[leaf] ?? 0;
  const names = namesOf(measured, parents[leaf] ?? 0, keys[leaf] ?? '');
  return { ...address(names), start: start - from, end: end - from };
}

/** A whole list or object as its place. */
export function placeOfContainer(
  measured: MeasuredText,
  container: number,
  chars: number,
): CoverageSpan {
  const { parents, keys } = measured.containers;
  const names = namesOf(measured, parents[container] ?? 0, keys[container] ?? '');
  const { context, path = '' } = address(names);
  return { context, path, start: 0, end: chars };
}

/** The name of the context, then the keys below it. */
function namesOf(
  { containers }: MeasuredText,
  container: number,
  key: string | number,
): readonly string[] {
  const names = [String(key)];
  for (let id = container; id > 0; id = containers.parents[id] ?? 0) {
    names.unshift(String(containers.keys[id]));
  }
  return names;
}

function address([context = '', ...keys]: readonly string[]): Pick<
  CoverageSpan,
  'context' | 'path'
> {
  if (keys.length === 0) return { context };
  const path = keys.map((key) => `/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
  return { context, path };
}

/**
 * Makes a failing list smaller: items are taken away, then parts of texts and of data, as long as it still fails.
 *
 * @param fails Says how a list fails, or undefined.
 */
export async function findSmallest(list, fails, { tries = 60, seconds = 60 } = {}) {
  const endAt = performance.now() + seconds * 1_000;
  let smallest = list;
  let left = tries;
  const stillFails = async (candidate) => {
    if (left-- <= 0 || performance.now() >= endAt) throw new Enough();
    const isFailing = (await fails(candidate)) !== undefined;
    if (isFailing) smallest = candidate;
    return isFailing;
  };
  try {
    await reduce(list, stillFails);
  } catch (error) {
    if (!(error instanceof Enough)) throw error;
  }
  return smallest;
}

/** Thrown when no try is left. */
class Enough extends Error {}

async function reduce(list, stillFails) {
  let smallest = await withoutParts(list, stillFails);
  for (let index = 0; index < smallest.length; index++) {
    const isFailing = (item) => stillFails(smallest.with(index, item));
    const item = smallest[index];
    const smaller =
      typeof item === 'string' ? smallerText(item, isFailing) : smallerData(item, isFailing);
    smallest = smallest.with(index, await smaller);
  }
}

async function smallerText(text, isFailing) {
  let kept = text;
  for (const joiner of ['\n', '']) {
    const parts = kept.split(joiner);
    kept = (await withoutParts(parts, (some) => isFailing(some.join(joiner)))).join(joiner);
  }
  return kept;
}

/** Steps down into the first part that fails by itself; of lists, parts are taken away. */
async function smallerData(data, isFailing) {
  if (typeof data !== 'object' || data === null) return data;
  for (const part of partsOf(data)) {
    if (await isFailing(part)) return smallerData(part, isFailing);
  }
  return Array.isArray(data) ? withoutParts(data, isFailing) : data;
}

function partsOf(data) {
  try {
    return Object.values(data);
  } catch {
    return [];
  }
}

/** Takes away ever smaller runs of items for as long as what is left still fails. */
async function withoutParts(items, stillFails) {
  let kept = items;
  for (
    let size = Math.ceil(kept.length / 2);
    size >= 1;
    size = size === 1 ? 0 : Math.ceil(size / 2)
  ) {
    for (let at = 0; at < kept.length && kept.length > 1;) {
      const candidate = kept.toSpliced(at, size);
      if (candidate.length > 0 && (await stillFails(candidate))) kept = candidate;
      else at += size;
    }
  }
  return kept;
}

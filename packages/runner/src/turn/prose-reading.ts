import { type BoundedWork, askHook, createBoundedWork } from '@rlm/repl-types/internal';
import type { FinalDetection, NearMiss } from '@rlm/termination';
import type { Dialect } from '@rlm/termination/dialects';

/** What the prose of a reply says of the run's end. */
export interface ProseReading {
  readonly final: FinalDetection | null;
  /** What almost ended the run, or null. */
  readonly nearMiss: NearMiss | null;
}

/** How many characters are read in a step of work. */
const charsPerStep = 20;

/** Reads a reply's prose by the dialects: the first that finds a final decides. Lets go of the thread between two readings of a long one. */
export async function readProse(
  text: string,
  dialects: readonly Dialect[],
  work: BoundedWork = createBoundedWork(),
): Promise<ProseReading> {
  let nearMiss: NearMiss | null = null;
  const stepsOf = (): number => text.length / charsPerStep;
  for await (const { readProse: read } of work.eachInTurns(dialects, stepsOf)) {
    if (read === undefined) continue;
    const detection = askHook('readProse() of a dialect', () => read(text));
    if (detection.finalType !== null) return { final: detection, nearMiss: null };
    nearMiss ??= detection.nearMisses[0] ?? null;
  }
  return { final: null, nearMiss };
}

/** The most finals of a text that are compared. */
const mostCompared = 16;

/** Another final in the prose of a reply that says something else than the first; null if there is none. */
export async function findRival(
  text: string,
  first: FinalDetection,
  dialects: readonly Dialect[],
): Promise<FinalDetection | null> {
  if (first.finalType === 'variable') return null;
  const work = createBoundedWork();
  let rest = text;
  let last = first;
  for (let count = 1; count < mostCompared && last.span !== null; count += 1) {
    rest = rest.slice(last.span[1]);
    const { final } = await readProse(rest, dialects, work);
    if (final?.finalType !== first.finalType) return null;
    if (saidBy(final) !== saidBy(first)) return final;
    last = final;
  }
  return null;
}

function saidBy({ content, submitFields }: FinalDetection): string {
  return JSON.stringify([content?.trim(), submitFields]);
}

const argument = /^\w+[ \t]*\(([^]*)\)$/;
const bare = /^[\p{ID_Start}_$][\p{ID_Continue}$]*$/u;

/** The words of a FINAL that stand for an answer, but which the model may mean if it quotes them; null if it has none such. */
export async function findStandIn(
  text: string,
  { code, span }: NearMiss,
  dialects: readonly Dialect[],
): Promise<string | null> {
  if (code !== 'placeholder') return null;
  const rawMatch = text.slice(...span);
  const words = argumentOf({
    finalType: rawMatch.startsWith('FINAL(') ? 'direct' : null,
    rawMatch,
  });
  const { final } = await readProse(`FINAL(${JSON.stringify(words)})`, dialects);
  return final === null || /^["']/.test(words) ? null : words;
}

/** The argument of a FINAL as it was written; empty for any other call. */
export function argumentOf({
  finalType,
  rawMatch,
}: Pick<FinalDetection, 'finalType' | 'rawMatch'>): string {
  return finalType === 'direct' ? (argument.exec(rawMatch ?? '')?.[1] ?? '').trim() : '';
}

/** The argument of a FINAL if it is one bare word, as a variable's name would be; else null. */
export function wordOf(final: FinalDetection): string | null {
  const word = argumentOf(final);
  return bare.test(word) ? word : null;
}

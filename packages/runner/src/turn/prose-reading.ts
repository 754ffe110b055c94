import type { FinalDetection } from '@rlm/termination';
import { loadProse, type Span } from '@rlm/termination/internal';
import type { Dialect } from '@rlm/termination/dialects';

/** A final that stands in the prose of a reply without code. */
export type ProseFinal =
  | {
      readonly type: 'direct';
      readonly answer: string;
      /** The argument where it is one bare word, as a variable's name would be; else null. */
      readonly word: string | null;
    }
  | { readonly type: 'variable'; readonly var: string }
  | { readonly type: 'submit'; readonly fields: Readonly<Record<string, unknown>> };

/** What the prose of a reply says of the run's end. */
export interface ProseReading {
  readonly final: ProseFinal | null;
  /** A line for the model on what almost ended the run, or null. */
  readonly nearMiss: string | null;
  /** Whether a final was passed over, since the call stands in a text that the model was shown. */
  readonly isEchoed: boolean;
}

/** How many echoes of one reply are passed over to find the model's own final behind them. */
const mostEchoes = 16;

/** Reads a reply's prose by the dialects: the first that finds a final decides. A final that is an echo is none. */
export async function readProse(
  text: string,
  dialects: readonly Dialect[],
  isEcho: (call: string) => boolean,
): Promise<ProseReading> {
  const { blankSpan } = await loadProse();
  let rest = text;
  for (let echoes = 0; echoes < mostEchoes; echoes++) {
    const { span, ...reading } = await readOnce(rest, dialects);
    if (span === null || !isEcho(rest.slice(...span))) return { ...reading, isEchoed: echoes > 0 };
    rest = blankSpan(rest, span);
  }
  return { final: null, nearMiss: null, isEchoed: true };
}

async function readOnce(
  text: string,
  dialects: readonly Dialect[],
): Promise<Omit<ProseReading, 'isEchoed'> & { readonly span: Span | null }> {
  let nearMiss: string | null = null;
  for (const { readProse: read } of dialects) {
    const detection = await read?.(text);
    if (detection === undefined) continue;
    const final = proseFinal(detection);
    if (final !== null) return { final, nearMiss: null, span: spanOf(text, detection) };
    nearMiss ??= detection.nearMisses[0]?.hint ?? null;
  }
  return { final: null, nearMiss, span: null };
}

/** Where the call stands; a reader of a dialect of one's own may say only what it is. */
function spanOf(text: string, { span, rawMatch }: FinalDetection): Span | null {
  if (span !== null || rawMatch === null) return span;
  const start = text.indexOf(rawMatch);
  return start === -1 ? null : [start, start + rawMatch.length];
}

const bareArgument = /^\w+[ \t]*\(\s*([\p{ID_Start}_$][\p{ID_Continue}$]*)\s*\)$/u;

function proseFinal(detection: FinalDetection): ProseFinal | null {
  const { finalType, content, rawMatch, submitFields } = detection;
  switch (finalType) {
    case 'direct':
      return {
        type: 'direct',
        answer: content ?? '',
        word: bareArgument.exec(rawMatch ?? '')?.[1] ?? null,
      };
    case 'variable':
      return { type: 'variable', var: content ?? '' };
    case 'submit':
      return { type: 'submit', fields: submitFields ?? {} };
    case null:
      return null;
  }
}

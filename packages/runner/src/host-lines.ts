import { type CutText } from '@rlm/repl-types';
import { joinTexts } from '@rlm/repl-types/internal';
import { createLineQuoter, type LineQuoter } from '@rlm/termination/shown';

/** How the lines begin that the runner itself writes into a transcript. */
const heads = [
  'REPL output:',
  'New or changed variables:',
  'Value:',
  'Note:',
  'Left:',
  'Stopped at line',
];

const quote = createLineQuoter(heads);

const gapNote = /\n\.{3} \([\d,]+ characters left out\) \.{3}\n/y;

/**
 * Output that can be shown beside the runner's own lines: a line that begins as they do is quoted (`> Note: ...`), so that a line
 * which begins so is always the runner's. The notes at its gaps stay.
 */
export function quoteOutput(output: CutText): CutText {
  return quoteParts(output, quote);
}

/** The same for what follows a gap: after a cut, a line may begin there that did not begin there before. */
export function quoteTails(output: CutText): CutText {
  return quoteParts(output, (head) => head);
}

function quoteParts({ text, gaps }: CutText, quoteHead: LineQuoter): CutText {
  const parts: (string | CutText)[] = [];
  let from = 0;
  let quotePart = quoteHead;
  for (const { at, characters } of gaps) {
    gapNote.lastIndex = at;
    const note = gapNote.exec(text)?.[0] ?? '';
    parts.push(quotePart(text.slice(from, at)), { text: note, gaps: [{ at: 0, characters }] });
    from = at + note.length;
    quotePart = quote;
  }
  return joinTexts([...parts, quotePart(text.slice(from))]);
}

import type { CodeBlock } from '@rlm/termination';

const element =
  '<(?:\\w{1,20}:)?(?:(?:function|tool|code|execution|repl|python|command|bash)_?)?(?:results?|responses?|outputs?|observation|stdout)\\b[^<>\\n]{0,100}>';

/** The beginning of a line that stands above what the runner, or another harness, printed. */
const heads = `(?:REPL output[*_\`]*(?::|[ \\t\\]*_\`-]*$)|Observation(?:[ \\t]+\\d{1,3})?[*_]*:|${element}|<\\|start\\|>tool)`;

const line = new RegExp(`^(?:[ \\t>*_#\`[-]|(?:User|Human|System):)*${heads}`, 'im');

/** As `line`, and the title of a fenced block of output. */
const imitation = new RegExp(
  `${line.source}|^[ \\t>*_#]*(?:(?:the|console|execution|program|printed|code|repl) )?(?:output|result|stdout)s?(?: (?:of|from) [^:\\n]{1,40})?[*_]*(?::[*_]*|(?<=#[^\\n]*))[ \\t]*\\n\\s{0,100}(?=\`{3}|~{3})|^[ \\t]*(?:\`{3,}|~{3,})(?:\\w+ )?(?:output|stdout|result)s?[ \\t]*$`,
  'gim',
);

/** Whether prose has a line that imitates the runner's output. */
export function hasInventedOutput(prose: string): boolean {
  return line.test(prose);
}

/**
 * Where a reply begins to invent what its code printed: after its first block that is to run, outside of all that are; Infinity if it
 * does not.
 */
export function inventedOutput(
  text: string,
  all: readonly CodeBlock[],
  toRun: readonly CodeBlock[],
): number {
  const first = toRun[0]?.span[1] ?? Infinity;
  let next = 0;
  for (const { 0: found, index } of text.matchAll(imitation)) {
    if (index < first) continue;
    while ((all[next]?.span[1] ?? Infinity) <= index) next += 1;
    const block = all[next];
    const [start = Infinity] = block?.span ?? [];
    // Code may follow such a title, too.
    const isTitle = block !== undefined && start <= index + found.length && toRun.includes(block);
    if (index <= start && !(isTitle && block.tag !== '')) return index;
  }
  return Infinity;
}

/** How a model marks a thought: the sources of regular expressions, read without regard to letter case. */
export interface ThoughtMark {
  readonly open: string;
  readonly close: string;
  /** The name of the element, if it is one. */
  readonly name?: string;
  /** Whether it is a thought only as a whole element with which the text begins: answers use such names too. */
  readonly isWhole?: true;
}

const element = (name: string): ThoughtMark => ({
  open: `<(?:${name})(?:\\s[^<>\\n]{0,200})?/?>`,
  close: `</(?:${name})\\s{0,9}>`,
  name,
});

const whole = (name: string): ThoughtMark => ({ ...element(name), isWhole: true });

/** Every mark of a thought, but for the channels of harmony, which `harmony.ts` reads. */
export const thoughtMarks: readonly ThoughtMark[] = [
  element('(?:seed:|mm:|ant(?:ml)?:?|longcat_)?think(?:ing)?(?:[_-]?process)?'),
  element('thoughts?(?:[_-]?process)?'),
  element('reasoning(?:[_-](?:content|process|steps?|trace))?'),
  { open: '\\[THINK\\]', close: '\\[/THINK\\]' },
  { open: '◁think▷', close: '◁/think▷' },
  { open: '<\\|think(?:ing)?\\|>', close: '<\\|(?:/|end_?)think(?:ing)?\\|>' },
  { open: '<\\|START_THINKING\\|>', close: '<\\|END_THINKING\\|>' },
  { open: '<\\|begin_of_thought\\|>', close: '<\\|end_of_thought\\|>' },
  { open: '<\\|channel>thought\\b', close: '<channel\\|>' },
  whole('scratch[_-]?pad'),
  whole('(?:self[_-]?)?reflect(?:ions?)?'),
  whole('(?:inner|internal)[_-](?:monologue|dialogue|thoughts?)'),
  whole('chain[_-]of[_-]thoughts?'),
];

const nameOfThought = new RegExp(
  `^(?:${thoughtMarks.flatMap(({ name, isWhole }) => (name === undefined || isWhole ? [] : [name])).join('|')})$`,
  'i',
);

/** Whether elements of this name are thoughts anywhere in a text. */
export function isThoughtName(name: string): boolean {
  return nameOfThought.test(name);
}

const closers = thoughtMarks.map(({ close }) => close).join('|');

const closer = new RegExp(`${closers}|/>|<\\|(?:message|end|return)\\|>|assistantfinal`, 'i');

/** Whether a text has a mark at which thoughts may end. */
export function mayEndThought(text: string): boolean {
  return closer.test(text);
}

/** Whether thoughts, or the marks after them, may end at the end of a text. */
export function mayEndWithThought(text: string): boolean {
  return /(?:[>\]▷]|assistantfinal)\s*$/.test(text);
}

const begun =
  /^(?:<\/?[a-z:_-]{0,30}(?:\s[^<>\n]{0,200})?\/?|<\|(?![^]*<\|message\|>)[^<\n]{0,60}(?:<\|[^<\n]{0,200}){0,2}|(?:assistant)?(?:analysis|commentary)(?:\n?[a-z]{0,8}|<\|?[a-z]{0,8}))$/i;
const firstWords = [
  '[think]',
  '◁think▷',
  '◁/think▷',
  'assistantanalysis',
  'assistantcommentary',
  'analysis',
  'commentary',
];

/** Whether a text without blanks before it may become the beginning of a thought once more of it is there. */
export function mayBecomeThought(text: string): boolean {
  if (text.length > 300) return false;
  const small = text.toLowerCase();
  return begun.test(text) || firstWords.some((word) => word.startsWith(small));
}

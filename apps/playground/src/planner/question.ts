/** What a question asks of a text, as far as words alone can tell. */
export type Intent =
  /** How many documents contain the terms. */
  | 'count-documents'
  /** How many times the terms occur. */
  | 'count-occurrences'
  /** The first document that mentions the terms. */
  | 'first'
  /** The last one. */
  | 'last'
  /** The document that mentions the terms most often. */
  | 'most'
  /** Anything else: the passage that fits the question best. */
  | 'look-up';

/** A question, taken apart. */
export interface ParsedQuestion {
  readonly intent: Intent;
  /** Words or phrases that the text is searched for, as the question spells them. */
  readonly terms: readonly string[];
  /** Whether a document must hold all of the terms, or any one. */
  readonly match: 'all' | 'any';
}

const quoted = /["“„«]([^"“”„«»]+)["”“»]|(?<![\p{L}\p{N}])['‘]([^'‘’]+)['’](?![\p{L}\p{N}])/gu;
const verbs =
  'mention(?:s|ed|ing)?|contain(?:s|ed|ing)?|include(?:s|d)?|including|refer(?:s|red|ring)? to|speak(?:s)? (?:of|about)|spoke (?:of|about)|talk(?:s|ed)? about|discuss(?:es|ed)?|use(?:s|d)?|using|say(?:s)?|said|cite(?:s|d)?|name(?:s|d)?|have|has|with';
const passive = 'mentioned|named|used|cited|discussed|found|contained|included|referred to';
const appear = 'appear(?:s|ed)?|occur(?:s|red)?|come(?:s)? up|came up|show(?:s|ed)? up';
const order = '(?:first|last|earliest|latest|most often|most|ever)';

/** From the most explicit way of naming a term to the least. */
const namings: readonly RegExp[] = [
  new RegExp(
    `\\b(?:words?|terms?|phrases?|expressions?|names?)\\s+(.+?)(?:\\s+(?:${appear}|is|are|was|were|(?:${order}\\s+)?(?:${passive}))\\b.*)?$`,
    'iu',
  ),
  new RegExp(
    `\\b(?:does|do|did|is|are|was|were)\\s+(.+?)\\s+(?:${order}\\s+)?(?:${appear}|${passive}|be\\s+(?:${passive}))\\b`,
    'iu',
  ),
  new RegExp(`\\b(?:${verbs})\\s+(.+)$`, 'iu'),
  new RegExp(`\\b(?:occurrences?|mentions?|uses?)\\s+of\\s+(.+)$`, 'iu'),
];

const leading =
  /^(?:(?:the|a|an|any|both|either|all|of|words?|terms?|phrases?|names?|about|to|at least one)\s+)+/iu;
const trailing =
  /\s+(?:(?:for the (?:first|last) time|in (?:it|them|its text|their text|the (?:texts?|documents?|files?|folder|corpus|addresses|speeches|collection|context))|at all|at least once|anywhere|there|first|last|earliest|most(?: often)?|the most(?: often)?|by name|in total|altogether))+$/iu;

function tidy(term: string): string {
  let tidied = term.trim().replace(/[?.!,;:]+$/u, '');
  for (let before = ''; before !== tidied;) {
    before = tidied;
    tidied = tidied.replace(leading, '').replace(trailing, '').trim();
  }
  return tidied;
}

function findTerms(question: string): Pick<ParsedQuestion, 'terms' | 'match'> {
  const either = /\b(?:or|either|any of)\b/iu.test(question) ? 'any' : 'all';
  const inQuotes = [...question.matchAll(quoted)].map((found) => found[1] ?? found[2] ?? '');
  if (inQuotes.length > 0) return { terms: inQuotes.map((term) => term.trim()), match: either };
  const sentence = question.trim().replace(/[?.!\s]+$/u, '');
  for (const naming of namings) {
    const named = naming.exec(sentence)?.[1];
    if (named === undefined) continue;
    const match = /\s+or\s+/iu.test(named) ? 'any' : 'all';
    const terms = named.split(/\s*,\s*(?:and\s+|or\s+)?|\s+(?:and|or)\s+/iu).map(tidy);
    const found = terms.filter((term) => term !== '' && term.split(/\s+/u).length <= 6);
    if (found.length > 0) return { terms: found, match };
  }
  return { terms: [], match: 'all' };
}

/** Words that carry no meaning of their own in a question. */
const empty = new Set(
  (
    'a about after all also an and any are as at be been before being between but by can could did do does ' +
    'during each else ever every few first for from give had has have he her his how i if in into is it its ' +
    'last least less many me more most much name of on one only or other out over said say says she should ' +
    'so some speech tell than that the their them then there these they this those to told under up upon us ' +
    'was we were what when where which who whom whose why will with word words would year you your document ' +
    'documents text texts file files address addresses mention mentions mentioned contain contains'
  ).split(' '),
);

/** The words of a question that a passage should share with it. */
function keywords(question: string): readonly string[] {
  const words = question.match(/[\p{L}\p{N}_][\p{L}\p{N}_'’-]*/gu) ?? [];
  const telling = words.filter((word) => !empty.has(word.toLowerCase()) && word.length > 1);
  return [...new Set(telling.length > 0 ? telling : words)];
}

/** Reads a question in English. What it does not understand becomes a look-up of its telling words. */
export function parseQuestion(question: string): ParsedQuestion {
  const { terms, match } = findTerms(question);
  const has = (pattern: RegExp): boolean => pattern.test(question);
  if (terms.length > 0) {
    if (
      has(
        /\bhow often\b|\bhow many (?:times|occurrences|mentions|uses)\b|\bnumber of (?:times|occurrences|mentions)\b|\boccurrences of\b/iu,
      )
    ) {
      return { intent: 'count-occurrences', terms, match };
    }
    if (has(/\bhow many\b|\bcount\b|\bnumber of\b|\bhow much of\b/iu)) {
      return { intent: 'count-documents', terms, match };
    }
    if (has(/\b(?:first|earliest|oldest)\b/iu)) return { intent: 'first', terms, match };
    if (has(/\b(?:last|latest|most recent(?:ly)?|newest)\b/iu))
      return { intent: 'last', terms, match };
    if (has(/\bmost\b/iu)) return { intent: 'most', terms, match };
  }
  return { intent: 'look-up', terms: keywords(question), match: 'any' };
}

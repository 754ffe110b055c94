import { filesBelow, packages, read } from './workspace.js';

/** Phrases by which a translated sentence is known, each with what to write instead. */
const phrases: readonly { readonly pattern: RegExp; readonly instead: string }[] = [
  {
    pattern: /\b[Ss]tands?\b(?<!\btype Stand|: Stand)(?! for\b| still\b|-| out\b|by\b)/gi,
    instead: 'is',
  },
  { pattern: /\b(?:told|tells?) of\b/g, instead: 'reports' },
  { pattern: /\b(?:is|are|was|were|be|been|being) told\b/gi, instead: 'learns, is passed, gets' },
  { pattern: /\bhears? (?:of|why|what|when|how)\b/gi, instead: 'is called when' },
  {
    pattern: /(?<!`)\b(?:no|some)body\b/gi,
    instead: 'the name of who it is: the host, the caller',
  },
  { pattern: /(?<!there )\b(?:is|are|was|were) none\b/g, instead: 'there is no' },
  { pattern: /\bso many\b/gi, instead: 'that number of' },
  { pattern: /\b(?:comes?|came) to\b/gi, instead: 'results in, ends up' },
  { pattern: /\bha(?:s|ve|d)(?: no)? room\b/gi, instead: 'fits' },
  { pattern: /\banew\b/gi, instead: 'again' },
  { pattern: /\bby its own\b(?! \w)/gi, instead: 'on its own' },
  {
    pattern: /\b(?:undefined|null|empty|false|true|none|nothing|0|zero),? where\b(?! id = \?)/gi,
    instead: 'if',
  },
  {
    pattern:
      /\bwhere (?:it|they|there|that|this|no|none|one|nothing|a|an) (?:[a-z]+ ){0,2}(?:is|are|was|has|have|can|cannot|does|may|must)\b/gi,
    instead: 'if',
  },
];

/** The areas whose texts are counted: a package, an application, or the documentation. */
export const areas: Readonly<Record<string, () => readonly string[]>> = {
  ...Object.fromEntries(
    packages.map((name) => [`packages/${name}`, () => textsBelow(`packages/${name}`)]),
  ),
  'apps/playground': () => textsBelow('apps/playground'),
  docs: () => [
    'README.md',
    'CONTRIBUTING.md',
    ...filesBelow('docs').filter(
      (path) => path.endsWith('.md') && !path.startsWith('docs/decisions/'),
    ),
  ],
  '.changeset': () => filesBelow('.changeset').filter((path) => path.endsWith('.md')),
};

/** What is written in the sources of a package, and in its pages. */
function textsBelow(folder: string): readonly string[] {
  return filesBelow(folder).filter(
    (path) =>
      (/\/src\/.*\.(?:ts|tsx|py)$/.test(path) ||
        /^[^/]+\/[^/]+\/(?:[A-Z]+|docs\/[\w-]+)\.md$/.test(path)) &&
      !path.endsWith('CHANGELOG.md'),
  );
}

/** A phrase that was found, as `path:line  phrase → instead`. */
export function findPhrases(path: string, text: string = read(path)): string[] {
  return text
    .split('\n')
    .flatMap((line, index) =>
      phrases.flatMap(({ pattern, instead }) =>
        [...line.matchAll(pattern)].map(([found]) => `${path}:${index + 1}  ${found} → ${instead}`),
      ),
    );
}

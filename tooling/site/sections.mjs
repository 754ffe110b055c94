/**
 * The parts of the site, in their order. A folder lists its pages in the order given, then the others by name.
 *
 * @typedef {{ text: string, folder?: string, pages?: readonly string[], isLong?: boolean, full?: boolean }} Section
 */

/** @type {readonly Section[]} */
export const sections = [
  {
    text: 'Start',
    folder: 'start',
    pages: ['index', 'ask', 'limit', 'type', 'keep', 'watch', 'test'],
    full: true,
  },
  {
    text: 'Concepts',
    folder: 'concepts',
    pages: ['index', 'endings', 'steps', 'budgets', 'isolation', 'journals', 'loops'],
    full: true,
  },
  {
    text: 'Guides',
    folder: 'guides',
    full: true,
  },
  { text: 'Platforms', folder: 'platforms', full: true },
  { text: 'Examples', folder: 'examples' },
  { text: 'Coming from', folder: 'migrate' },
  { text: 'Comparison', folder: 'compare' },
  {
    text: 'Help',
    pages: ['troubleshooting', 'performance', 'glossary', 'report-a-vulnerability'],
    full: true,
  },
  { text: 'Error codes', folder: 'errors', isLong: true },
  { text: 'Packages', folder: 'packages', full: true },
  {
    text: 'In depth',
    pages: [
      'architecture',
      'security',
      'journal',
      'mcp',
      'prompts',
      'playground',
      'by-hand',
      'bundling',
      'runtimes',
      'contributing',
    ],
  },
  { text: 'Sandbox backends', folder: 'sandbox' },
  { text: 'Decisions', folder: 'decisions', isLong: true },
  { text: 'API reference', folder: 'reference', isLong: true },
];

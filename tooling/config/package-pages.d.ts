/** The pages of a package by their paths from the root of the repository: its README, then those below `docs/`. */
export function pagesOfPackage(name: string): string[];
/** The text of all pages. */
export function textOfPackage(name: string): string;
/** What is below a heading of the second level, which exactly one page has. */
export function sectionOfPackage(name: string, heading: string): string;
/** How many words a text has beside its blocks of code. Those of tables count. */
export function wordsBesideCode(text: string): number;

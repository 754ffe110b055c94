/** A program that Node.js can run, made of the sources. */
export interface BundledHost {
  readonly file: string;
  readonly remove: () => Promise<void>;
}

/** Bundles a program that stands in a test's text; its imports are those of a file of this folder. */
export function bundleHost(contents: string): Promise<BundledHost>;

/** How much longer work takes on a larger input; see growth.js. */
export function growthOf(
  work: (size: number) => void,
  sizes: { readonly small: number; readonly large: number; readonly enough?: number },
): number;

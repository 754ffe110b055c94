/** If an owner was silent for this long, what it holds is a leftover. */
export const staleMs = 10_000;

/** The name of a function that does nothing if a cell calls it: jobs are removed by it. */
export const drainName = 'sandboxDrain';

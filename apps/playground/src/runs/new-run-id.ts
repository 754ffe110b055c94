import { randomBytes } from 'node:crypto';

/** An id that is short enough to be typed. */
export const newRunId = (): string => randomBytes(4).toString('hex');

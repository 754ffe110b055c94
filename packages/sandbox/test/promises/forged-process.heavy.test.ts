import { testPromises } from '@rlm/config/host-cases';
import { describe } from 'vitest';

import { deafForgeries, forgeriesBetweenCells, forgeriesInCells } from '../process/forgeries.js';

describe('a process that forges messages', () => {
  testPromises([...forgeriesInCells, ...forgeriesBetweenCells, ...deafForgeries]);
});

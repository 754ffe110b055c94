import { testPromises } from '@rlm/config/host-cases';
import { describe } from 'vitest';

import { longForgeries, forgeriesBetweenCells, forgeriesInCells } from '../process/forgeries.js';

describe('a child that forges frames', () => {
  testPromises([...forgeriesInCells, ...forgeriesBetweenCells, ...longForgeries]);
});

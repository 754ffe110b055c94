import { longCells, testLongCells } from '../support/long-cells.js';

await testLongCells('long cells', longCells);

import { longCells, testLongCells, usualBackends } from '../support/long-cells.js';

await testLongCells('long cells', longCells, usualBackends);

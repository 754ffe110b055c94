import { testTrees } from './random-trees.js';

testTrees(10_000);

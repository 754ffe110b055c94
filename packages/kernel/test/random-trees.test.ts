import { testTrees } from './random-trees.js';

testTrees(2_500);

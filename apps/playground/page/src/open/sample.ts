/// <reference path="../../../src/inline.d.ts" />

/** A run over a logbook of a page: its replies were written by hand, the rest is real. */
export { default as sample } from 'inline:./sample.jsonl';

import { setFlagsFromString } from 'node:v8';

/**
 * Lets V8's optimizing compiler begin late. By default it compiles the largest functions of an interpreter while that
 * boots, which takes more processor time than all else in a short session. With this budget, the largest there is, it
 * begins after some milliseconds of work. V8 reads the budget when it compiles a module. A V8 that does not know it
 * writes a line to stderr.
 */
export function optimizeLate(): void {
  setFlagsFromString('--wasm-tiering-budget=2147483647');
}

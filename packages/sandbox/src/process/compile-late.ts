import { setFlagsFromString } from 'node:v8';

/** Compiles WebAssembly. */
export type Compile = (bytes: BufferSource) => Promise<WebAssembly.Module>;

/** The budget with which V8's optimizing compiler begins latest: the largest there is. */
const late = 2 ** 31 - 1;

/** V8's own budget, as `node --v8-options` tells it: that of Node.js 20, and of 22 to 26. */
export const usualBudget: number =
  Number.parseInt(process.versions.v8, 10) < 12 ? 1_800_000 : 13_000_000;

let underWay = 0;

/**
 * Compiles a module for which V8's optimizing compiler begins late. By default it compiles the largest functions of an
 * interpreter while that boots, which takes more processor time than all else in a short session. With this budget it
 * begins after some milliseconds of work. V8 reads the budget when it compiles a module.
 *
 * The flag holds for the whole process, so it is set only while a module is compiled. If any flag of V8 differs from its
 * default, Node.js does not use the compiled code that it brings along, and a worker takes twice the time to start. That
 * is also all that a wrong {@link usualBudget} costs. A V8 that does not know the flag writes a line to stderr.
 */
export const compileLate: Compile = async (bytes) => {
  if (underWay++ === 0) setBudget(late);
  try {
    return await WebAssembly.compile(bytes);
  } finally {
    if (--underWay === 0) setBudget(usualBudget);
  }
};

function setBudget(budget: number): void {
  setFlagsFromString(`--wasm-tiering-budget=${budget}`);
}

import { conformanceGaps } from '../monty/support/conformance-gaps.js';

/** Cases of the conformance suite that a backend is known not to pass, with the reason; the docs print this list. */
export const conformanceSkips: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  quickjs: {},
  pyodide: {},
  monty: conformanceGaps,
  cpython: {},
  v8: {},
};

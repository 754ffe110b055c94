/// <reference path="../inline.d.ts" />
import helpers from 'inline:./helpers.py';
import loadHelpers from 'inline:./load_helpers.py';

/** Defines the helpers; follows `state.py` in a driver. */
export const helpersOfDriver: string = [
  loadHelpers,
  `_load_helpers(${JSON.stringify(helpers)})`,
].join('\n\n');

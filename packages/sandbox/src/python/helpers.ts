/// <reference path="../inline.d.ts" />
import helpers from 'inline:./helpers.py';
import loadHelpers from 'inline:./load_helpers.py';

/** Defines the helpers; follows `state.py` in a driver. */
export const helpersOfDriver: string = [
  loadHelpers,
  `_load_helpers(${JSON.stringify(helpers)})`,
].join('\n\n');

/** The helpers as a guest defines them that has no driver; each as `_help_` and its name. */
export const helpersSource: string = helpers;

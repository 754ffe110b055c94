/// <reference path="./inline.d.ts" />
import text from 'inline:../package.json';

/** The version of this package, for the heads of journals. */
export const version: string = text;

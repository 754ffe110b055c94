/// <reference path="./inline.d.ts" />
import text from 'inline:../package.json';

/** The version of this package, which the server names. */
export const version: string = text;

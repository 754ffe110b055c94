import { answer } from './answer.js';
import type { Dialect } from './dialect.js';
import { final } from './final.js';
import { finalStrict } from './final-strict.js';
import { submit } from './submit.js';

export type { Dialect, DialectWords } from './dialect.js';

/** The name of a built-in {@link Dialect}. */
export type DialectName = 'final' | 'final-strict' | 'submit' | 'answer';

/** The built-in dialects, by name. The `dialects` option of a runner takes these names, and other records too. */
export const dialects: Readonly<Record<DialectName, Dialect>> = Object.freeze({
  final,
  'final-strict': finalStrict,
  submit,
  answer,
} satisfies Record<DialectName, Dialect>);

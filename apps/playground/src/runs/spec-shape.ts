import { isAbsolute } from 'node:path';

import {
  listOf,
  oneOf,
  required,
  someText,
  text,
  trueOrFalse,
  wholeNumber,
  type OptionRule,
} from '@rlm/repl-types/options';
import { numberFrom, recordOf, shape, unexpected } from '@rlm/repl-types/internal';

import { providerNames } from '../models/providers.js';

/** A rule for a text that is so. */
const textThatIs = (expected: string, accepts: (value: string) => boolean): OptionRule => ({
  expected,
  find: (value, option) =>
    typeof value === 'string' && accepts(value) ? undefined : unexpected(option, expected, value),
});

const absolutePath = textThatIs(
  'an absolute path',
  (value) => isAbsolute(value) && !value.includes('\0'),
);
const address = textThatIs(
  'an http(s) address',
  (value) => URL.canParse(value) && /^https?:$/.test(new URL(value).protocol),
);

const object = shape('an object', {});

/** What a kind of model has beside its kind. */
const modelRules: Readonly<Record<string, OptionRule>> = {
  planner: object,
  tour: object,
  'by-hand': object,
  endpoint: shape('an endpoint', {
    server: required(text),
    baseUrl: required(address),
    provider: oneOf(...providerNames),
    model: required(someText),
    subModel: someText,
  }),
};

const model: OptionRule = {
  expected: `a model (${Object.keys(modelRules).join(', ')})`,
  find(value, option) {
    const kind = (value as { readonly kind?: unknown } | null)?.kind;
    const rule =
      typeof kind === 'string' && Object.hasOwn(modelRules, kind) ? modelRules[kind] : undefined;
    return rule === undefined
      ? unexpected(option, model.expected, value)
      : rule.find(value, option);
  },
};

const price = shape('a price', {
  inputPerMillion: required(numberFrom(0)),
  cachedInputPerMillion: numberFrom(0),
  outputPerMillion: required(numberFrom(0)),
});

const limits = {
  maxSteps: required(wholeNumber(1)),
  maxTokens: wholeNumber(1),
  maxCostUsd: numberFrom(0),
  prices: {
    expected: "a price or 'reported'",
    find: (value, option) => (value === 'reported' ? undefined : price.find(value, option)),
  } satisfies OptionRule,
  timeoutMs: required(wholeNumber(1)),
  retries: wholeNumber(),
  callTimeoutMs: wholeNumber(1),
  temperature: numberFrom(0),
};

const output = required(oneOf('text', 'quiet', 'json', 'events'));

const contextFiles = shape('the files of a context', {
  isSingle: required(trueOrFalse),
  files: required(
    listOf(
      shape('a file', {
        name: required(text),
        path: required(absolutePath),
        sha256: required(textThatIs('a SHA-256', (value) => /^[0-9a-f]{64}$/.test(value))),
        guess: text,
      }),
    ),
  ),
});

const textFiles: OptionRule = {
  expected: 'the files of a text',
  find(value, option) {
    const contexts = (value as { readonly contexts?: unknown } | null)?.contexts;
    return contexts === undefined
      ? contextFiles.find(value, option)
      : recordOf(contextFiles).find(contexts, `${option}.contexts`);
  },
};

/** What is kept with a run, by the program that began it. A field that is not named here is not looked at. */
const specRules: Readonly<Record<string, OptionRule>> = {
  'rlm ask': shape('a question', {
    question: required(someText),
    project: absolutePath,
    text: required(textFiles),
    model: required(model),
    settings: required(
      shape('settings', {
        ...limits,
        output,
        maxSubQueries: required(wholeNumber()),
        concurrency: wholeNumber(1),
        history: required(trueOrFalse),
        language: required(oneOf('javascript', 'python')),
        reward: text,
        schema: object,
        coverage: trueOrFalse,
        requireIsolation: trueOrFalse,
      }),
    ),
  }),
  'rlm task': shape('a task', {
    prompt: required(someText),
    project: absolutePath,
    folder: required(absolutePath),
    model: required(model),
    settings: required(
      shape('settings', {
        ...limits,
        output,
        all: required(trueOrFalse),
        requireIsolation: trueOrFalse,
      }),
    ),
  }),
};

/**
 * What is wrong with what was kept with a run, which anybody can have written: `Expected spec.model.baseUrl to be an http(s) address, got 5.`
 * Undefined if nothing is, or another program began the run.
 */
export function faultInSpec(spec: unknown): string | undefined {
  const { by, version } = (spec ?? {}) as Readonly<Record<'by' | 'version', unknown>>;
  if (typeof by !== 'string' || !Object.hasOwn(specRules, by)) return undefined;
  if (version !== 1) return unexpected('spec.version', '1', version).message;
  return specRules[by]?.find(spec, 'spec')?.message;
}

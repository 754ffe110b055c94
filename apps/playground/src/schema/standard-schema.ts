import { Validator, type SchemaDraft } from '@cfworker/json-schema';
import type { StandardSchema } from '@rlm/runner';

/** A JSON Schema, as a file has it. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** The maximum number of reported issues, for the model to fix. */
const maxIssues = 20;

/** A JSON Schema as the runner takes schemas: the model is shown it, and told what of an answer does not fit. */
export function standardSchemaOf(schema: JsonSchema): StandardSchema {
  const validator = new Validator(schema, draftOf(schema['$schema']), false);
  const standard = {
    version: 1,
    vendor: 'json-schema',
    validate(value: unknown) {
      const { valid, errors } = validator.validate(value);
      if (valid) return { value };
      // A keyword that only passes on what is wrong deeper down says less than what it passes on.
      const telling = errors.filter(({ keyword }) => !/^(?:properties|items|\$ref)$/.test(keyword));
      const issues = (telling.length === 0 ? errors : telling).slice(0, maxIssues);
      return {
        issues: issues.map(({ error, instanceLocation }) => ({
          message: error,
          path: instanceLocation.split('/').slice(1).map(unescape),
        })),
      };
    },
    jsonSchema: { input: () => schema },
  } as const;
  return { '~standard': standard };
}

function draftOf(named: unknown): SchemaDraft {
  const text = typeof named === 'string' ? named : '';
  if (/draft-0?4/.test(text)) return '4';
  if (/draft-0?7/.test(text)) return '7';
  return text.includes('2019-09') ? '2019-09' : '2020-12';
}

/** A part of a JSON pointer as it was before. */
const unescape = (part: string): string => part.replaceAll('~1', '/').replaceAll('~0', '~');

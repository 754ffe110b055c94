/*
 * The rules beside oxlint's category `correctness`: those of `recommended` of ESLint, and of `strictTypeChecked` and
 * `stylisticTypeChecked` of typescript-eslint, by oxlint's names.
 */

/** For every file. */
const language = [
  'no-case-declarations no-empty no-fallthrough no-prototype-builtins no-regex-spaces no-unexpected-multiline',
  'no-var prefer-const prefer-rest-params prefer-spread preserve-caught-error',
];

/** For TypeScript. */
const style = [
  'adjacent-overload-signatures array-type ban-tslint-comment class-literal-property-style consistent-generic-constructors',
  'consistent-indexed-object-style consistent-type-assertions consistent-type-definitions consistent-type-imports',
  'no-confusing-non-null-assertion no-dynamic-delete no-empty-object-type no-explicit-any no-extraneous-class no-inferrable-types',
  'no-invalid-void-type no-namespace no-non-null-asserted-nullish-coalescing no-non-null-assertion no-require-imports',
  'no-unnecessary-type-constraint no-unsafe-function-type prefer-for-of prefer-function-type prefer-literal-enum-member',
  'unified-signatures',
];

/** For TypeScript, by its types. */
const typed = [
  'dot-notation no-confusing-void-expression no-deprecated no-generated-empty-object-type no-misused-promises no-mixed-enums',
  'no-unnecessary-boolean-literal-compare no-unnecessary-condition no-unnecessary-template-expression no-unnecessary-type-arguments',
  'no-unnecessary-type-assertion no-unnecessary-type-conversion no-unnecessary-type-parameters no-unsafe-argument',
  'no-unsafe-assignment no-unsafe-call no-unsafe-enum-assignment no-unsafe-enum-comparison no-unsafe-member-access no-unsafe-return',
  'non-nullable-type-assertion-style only-throw-error prefer-find prefer-includes prefer-nullish-coalescing prefer-optional-chain',
  'prefer-promise-reject-errors prefer-reduce-type-parameter prefer-regexp-exec prefer-return-this-type',
  'prefer-string-starts-ends-with related-getter-setter-pairs require-await return-await use-unknown-in-catch-callback-variable',
];

/** @param {string} plugin @param {readonly string[]} names @returns {Record<string, 'error'>} */
function errors(plugin, names) {
  return Object.fromEntries(
    names.flatMap((line) => line.split(' ')).map((name) => [`${plugin}/${name}`, 'error']),
  );
}

export const languageRules = errors('eslint', language);

/** @type {import('oxlint').DummyRuleMap} */
export const typescriptRules = {
  ...errors('eslint', ['no-array-constructor no-empty-function no-useless-constructor']),
  ...errors('typescript', [...style, ...typed]),
  'typescript/ban-ts-comment': ['error', { minimumDescriptionLength: 10 }],
  'typescript/restrict-plus-operands': [
    'error',
    {
      allowAny: false,
      allowBoolean: false,
      allowNullish: false,
      allowNumberAndString: false,
      allowRegExp: false,
    },
  ],
  'typescript/restrict-template-expressions': ['error', { allowNumber: true }],
  'typescript/return-await': ['error', 'error-handling-correctness-only'],
  'typescript/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
  'typescript/triple-slash-reference': ['error', { path: 'always' }],
};

/** Rules of `correctness` that ask for types, and are off in JavaScript. */
export const untypedRules = Object.fromEntries(
  ['no-base-to-string', 'no-misused-spread', 'restrict-template-expressions', 'unbound-method'].map(
    (name) => [`typescript/${name}`, /** @type {const} */ ('off')],
  ),
);

import { fields, listOf, rule, text, wholeNumber, type OptionRule } from '@rlm/repl-types/options';
import { numberFrom, type OtherNames, recordOf, shape } from '@rlm/repl-types/internal';

/** What a call of a model is made with. A function gets it as `request.settings`, an AI SDK model as the call options of these names. */
export interface ModelSettings {
  /** From 0. */
  readonly temperature?: number | undefined;
  /** From 0 to 1. */
  readonly topP?: number | undefined;
  /** A whole number, for models that sample the same text again. */
  readonly seed?: number | undefined;
  /** Texts at which a reply ends. */
  readonly stopSequences?: readonly string[] | undefined;
  /** Sent with each call over HTTP. They are in no journal and in no queue. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** What one provider understands, under its name: `{ openai: { reasoningEffort: 'low' } }`. */
  readonly providerOptions?:
    Readonly<Record<string, Readonly<Record<string, unknown>>>> | undefined;
}

/** The settings of a run's calls, by what they are for. */
export interface RunSettings {
  /** Of calls that take a step: the model that writes code in `runRlm`, the only one of the agent loops. Child runs have them too. */
  readonly root?: ModelSettings | undefined;
  /** Of `llm_query`, and what it is asked through. */
  readonly sub?: ModelSettings | undefined;
  /** What is different from `root` in the last call, which asks for the best answer (`wrapUp`). */
  readonly wrapUp?: ModelSettings | undefined;
}

const modelSettingsRule = (): OptionRule =>
  fields<ModelSettings>({
    temperature: rule(
      'a finite number from 0',
      (value) => Number.isFinite(value) && Number(value) >= 0,
    ),
    topP: numberFrom(0, 1),
    seed: wholeNumber(),
    stopSequences: listOf(text),
    headers: recordOf(text),
    providerOptions: recordOf(shape('an object', {})),
  });

/** The rule for the option `settings`. */
export const settingsRule = (): OptionRule => {
  const each = modelSettingsRule();
  return fields<RunSettings>({ root: each, sub: each, wrapUp: each });
};

/** Where names belong that the AI SDK has at the top. */
export const settingNames: OtherNames = /* @__PURE__ */ Object.freeze({
  temperature: 'settings.root.temperature',
  topP: 'settings.root.topP',
  seed: 'settings.root.seed',
  stopSequences: 'settings.root.stopSequences',
  headers: 'settings.root.headers',
  providerOptions: 'settings.root.providerOptions',
  maxOutputTokens: 'limits.maxOutputTokens',
});

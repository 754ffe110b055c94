import { fields, listOf, rule, text, wholeNumber, type OptionRule } from '@rlm/repl-types/options';
import { numberFrom, type OtherNames, recordOf, shape } from '@rlm/repl-types/internal';

/**
 * The settings of a model call. A function gets them as `request.settings`, an AI SDK model as the
 * call options of the same names.
 */
export interface ModelSettings {
  /** From 0. */
  readonly temperature?: number | undefined;
  /** From 0 to 1. */
  readonly topP?: number | undefined;
  /** A whole number, for models that can repeat their sampling. */
  readonly seed?: number | undefined;
  /** Texts at which a reply ends. */
  readonly stopSequences?: readonly string[] | undefined;
  /** Sent with each call over HTTP. They are stored in no journal and no queue. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Options of one provider, under its name: `{ openai: { reasoningEffort: 'low' } }`. */
  readonly providerOptions?:
    | Readonly<Record<string, Readonly<Record<string, unknown>>>>
    | undefined;
}

/** The settings of a run's calls, by purpose. */
export interface RunSettings {
  /**
   * For calls that take a step: the model that writes code in `runRlm`, the only model of the agent
   * loops. Child runs use them too.
   */
  readonly root?: ModelSettings | undefined;
  /** For `llm_query` and the functions built on it. */
  readonly sub?: ModelSettings | undefined;
  /** Overrides of `root` for the last call, which asks for the best answer (`wrapUp`). */
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

/** Where top-level option names of the AI SDK belong here. */
export const settingNames: OtherNames = Object.freeze({
  temperature: 'settings.root.temperature',
  topP: 'settings.root.topP',
  seed: 'settings.root.seed',
  stopSequences: 'settings.root.stopSequences',
  headers: 'settings.root.headers',
  providerOptions: 'settings.root.providerOptions',
  maxOutputTokens: 'limits.maxOutputTokens',
});

import { ModelError } from '@rlm/kernel/model';

/** What a person can do about a failed call of a model; undefined without a hint. */
export function hintFor(error: unknown): string | undefined {
  const status = statusOfFault(error);
  // The error of a page in place of a reply gives its own advice.
  const isAdvised = ModelError.isInstance(error) && error.message.includes('base URL');
  return status === undefined || isAdvised ? undefined : hintForStatus(status);
}

/** The status that an endpoint answered a failed call with; undefined if it gave no answer. */
export function statusOfFault(error: unknown): number | undefined {
  return ModelError.isInstance(error) ? error.details?.statusCode : undefined;
}

/** What a person can do about the status of an endpoint's answer. */
export function hintForStatus(status: number): string | undefined {
  switch (status) {
    case 401:
    case 403:
      return 'the key is read from RLM_API_KEY, or else from OPENAI_API_KEY (with --provider from the variable of that provider), and goes only to the address that you name';
    case 404:
      return 'is the base URL right (it mostly ends in /v1), and is the model there (--model)?';
    default:
      return undefined;
  }
}

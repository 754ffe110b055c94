/** Codes of a fault that lasts, whatever its status: an account without money. */
const unpaid =
  /insufficient_?(?:quota|balance|credit|funds)|billing|payment_?required|credit_?balance/i;

/** Codes of a fault that passes. */
const passing =
  /overload|rate_?limit|too_?many_?requests|throttl|unavailable|time_?(?:d_?)?out|server_?(?:error|exception)|internal(?:_?error)?$|api_?error|exhausted|bad_?gateway|slow_?down|try_?again|capacity|busy|not_?ready|deadline|aborted/i;

/** Codes of a fault that the same request has again. */
const lasting =
  /invalid|auth|permission|forbidden|denied|not_?found|unsupported|context_?(?:length|window)|too_?(?:large|long)|content_?(?:filter|policy)|policy_?violation|safety|bad_?request|validation|precondition|quota/i;

/** Words for both, in messages that have no code. */
const passingWords =
  /overload|rate.?limit|too many requests|temporar|try again|time(?:d ?|-)?out|unavailable|capacity|\bbusy\b|loading|internal (?:server )?error|bad gateway|upstream|connection|\breset\b|throttl/i;
const lastingWords =
  /invalid|not found|(?:does not|doesn't) exist|unknown model|no such|unauthori[sz]ed|forbidden|\bkey\b|permission|denied|quota|billing|credit|context (?:length|window|size)|maximum context|too (?:long|large)|not supported|unsupported|\bmust\b|required|content (?:filter|policy)|bad request/i;

/** Whether another attempt may succeed, by the codes of a server; undefined if they do not tell. */
export function verdictOfCodes(codes: readonly string[]): boolean | undefined {
  if (isUnpaid(codes)) return false;
  if (codes.some((code) => passing.test(code))) return true;
  return codes.some((code) => lasting.test(code)) ? false : undefined;
}

/** Whether codes say that the account has no money: then even a status of 429 lasts. */
export function isUnpaid(codes: readonly string[]): boolean {
  return codes.some((code) => unpaid.test(code));
}

/** Whether another attempt may succeed, by the words of a server; undefined if they do not tell. */
export function verdictOfWords(words: string): boolean | undefined {
  if (lastingWords.test(words)) return false;
  return passingWords.test(words) ? true : undefined;
}

/** Statuses after which another attempt may succeed. */
export function isMendable(status: number): boolean {
  return status === 408 || status === 409 || status === 425 || status === 429 || status >= 500;
}

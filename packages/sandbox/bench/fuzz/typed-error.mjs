const codes = [
  'invalid_option',
  'session_lost',
  'call_timeout',
  'value_rejected',
  'variable_unavailable',
];

/** Whether something rejected as a session may: with one of its own errors. */
export function isTypedError(error, alsoAllowed = []) {
  if (!(error instanceof Error) || error.name !== 'SandboxError') return false;
  return codes.includes(error.code) || alsoAllowed.includes(error.code);
}

/** An error of model-written code, as events hold it. */
interface GuestError {
  readonly type: string;
  readonly message: string;
  readonly traceback: string;
}

/** What went wrong, then where: the traceback of JavaScript has only places, that of Python ends with the message. */
export function guestErrorText({ type, message, traceback }: GuestError): string {
  const line = message === '' ? type : `${type}: ${message}`;
  if (traceback.includes(line)) return traceback;
  return [line, traceback].filter((part) => part !== '').join('\n');
}

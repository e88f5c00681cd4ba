import pino, { type DestinationStream, type Logger } from 'pino';

interface LoggedError {
  type: string;
  message: string;
  code?: string;
  stack?: string;
  cause?: LoggedError;
}

/** Deeper causes say nothing new. */
const deepestCause = 5;

/** The site's log: JSON, a line an event. What may be in a line is decided where it is written, and for errors here. */
export function createLogger(level: string, destination?: DestinationStream): Logger {
  const options = { level, serializers: { err: describeError } };
  return destination ? pino(options, destination) : pino(options);
}

/**
 * An error as the log shows it: name, message, code, stack and causes. SDKs hang requests, answers and headers on their
 * errors, which hold keys and e-mail addresses, and quote addresses in their messages; none of that goes into the log.
 */
export function describeError(error: unknown, depth = 0): LoggedError {
  if (!(error instanceof Error))
    return { type: typeof error, message: 'something that is no Error was thrown' };
  const { code } = error as { code?: unknown };
  return {
    type: error.name,
    message: withoutPersonalData(error.message),
    ...(typeof code === 'string' && { code }),
    ...(error.stack !== undefined && { stack: withoutPersonalData(error.stack) }),
    ...(error.cause !== undefined &&
      depth < deepestCause && { cause: describeError(error.cause, depth + 1) }),
  };
}

/** Takes out what looks like an e-mail address, a token, a payment key or a signing secret. */
function withoutPersonalData(text: string): string {
  return text
    .replace(/[^\s@<>"'(),:;]{1,64}@[^\s@<>"'(),:;]{1,255}/g, '(address)')
    .replace(/\beyJ[\w-]+\.[\w-]+(\.[\w-]*)*/g, '(token)')
    .replace(/\b((sk|rk)_(live|test)|whsec)_\w+/g, '(secret)');
}

// The log: JSON by pino, buffered, with redaction of personal data and secrets in errors.

import pino, { type DestinationStream, type Logger } from 'pino';
import { createLineBudget } from './log-budget.ts';

interface LoggedError {
  type: string;
  message: string;
  code?: string;
  stack?: string;
  cause?: LoggedError;
}

/** Deeper causes say nothing new. */
const deepestCause = 5;

/** Lines are written together: at once past this many characters, or else after this many milliseconds. */
const gather = { characters: 8 * 1024, ms: 100 };

/** The site's log: JSON, a line an event. What may be in a line is decided where it is written, and for errors here. */
export function createLogger(level: string, destination: DestinationStream = standardOutput()): Logger {
  const mayWrite = createLineBudget((kind, leftOut) =>
    log.warn({ kind, leftOut }, 'lines of the log were left out'),
  );
  const log: Logger = pino(
    {
      level,
      serializers: { err: describeError },
      hooks: {
        logMethod(line, write) {
          if (mayWrite(kindOf(line))) write.apply(this, line);
        },
        // The whole line, so that no field, whatever it is called, has to be thought of.
        streamWrite: maskOrderIds,
      },
    },
    destination,
  );
  return log;
}

/**
 * Standard output, where a line that tells of a fault is written at once, after all that came before it, and the others
 * wait a moment for each other: a write costs as much as an answer. What waits when the process is killed is lost.
 */
function standardOutput(): DestinationStream {
  const output = pino.destination({ dest: 1, sync: true, minLength: gather.characters });
  // `flushSync` would wait for the disk besides, where standard output is a file: ten times a second, and everybody with it.
  const flush = () => output.flush();
  setInterval(flush, gather.ms).unref();
  process.on('exit', flush);
  const atOnce = {
    write(line: string) {
      output.write(line);
      flush();
    },
  };
  // Each line goes to the last of these whose level it reaches.
  return pino.multistream(
    [
      { level: 'trace', stream: output },
      { level: 'warn', stream: atOnce },
    ],
    { dedupe: true },
  );
}

/**
 * An error as the log shows it: name, message, code, stack and causes. SDKs hang requests, answers and headers on their
 * errors, which hold keys and e-mail addresses, and quote addresses in their messages; none of that goes into the log.
 */
function describeError(error: unknown, depth = 0): LoggedError {
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

/** What a line is about: its message, and for requests also how they ended and where. All are of closed sets. */
function kindOf([fields, message]: unknown[]): string {
  const { status, route } = (fields ?? {}) as { status?: unknown; route?: unknown };
  return status === undefined ? String(message) : `${message} ${status} ${route}`;
}

/** Whoever has an order's id may look at the order and withdraw from it: its end is enough to find it by. */
function maskOrderIds(line: string): string {
  return line.replace(/(?<![A-Za-z\d])(cs_(?:live_|test_)?)\w+(?=\w{8})/g, '$1…');
}

/** Takes out what looks like an e-mail address, a token, an order's id, a payment key or a signing secret. */
function withoutPersonalData(text: string): string {
  return text
    .replace(/[^\s@<>"'(),:;]{1,64}@[^\s@<>"'(),:;]{1,255}/g, '(address)')
    .replace(/\beyJ[\w-]+\.[\w-]+(\.[\w-]*)*/g, '(token)')
    .replace(/\bcs_(live|test)_\w+/g, '(order)')
    .replace(/\b((sk|rk)_(live|test)|whsec)_\w+/g, '(secret)');
}

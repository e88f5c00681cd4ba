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

/** Deeper causes add nothing. */
const deepestCause = 5;

/** Lines are buffered: written past this many characters, or after this many milliseconds. */
const gather = { characters: 8 * 1024, ms: 100 };

/** The site's log: JSON, one line per event. The caller decides what may be in a line; errors are redacted here. */
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
          if (mayWrite(...kindOf(line))) write.apply(this, line);
        },
        // On the whole line, so that order ids are masked in every field, whatever its name.
        streamWrite: maskOrderIds,
      },
    },
    destination,
  );
  return log;
}

/**
 * Standard output. A warning or an error is written at once, after everything before it; other lines are buffered for a
 * moment, because a write costs as much as an answer. Buffered lines are lost when the process is killed.
 */
function standardOutput(): DestinationStream {
  const output = pino.destination({ dest: 1, sync: true, minLength: gather.characters });
  // `flushSync` would also fsync if standard output is a file: ten times a second, and blocking everything.
  const flush = () => output.flush();
  setInterval(flush, gather.ms).unref();
  process.on('exit', flush);
  const atOnce = {
    write(line: string) {
      output.write(line);
      flush();
    },
  };
  // Each line goes to the last of these streams whose level it reaches.
  return pino.multistream(
    [
      { level: 'trace', stream: output },
      { level: 'warn', stream: atOnce },
    ],
    { dedupe: true },
  );
}

/**
 * An error as the log shows it: name, message, code, stack and causes. SDKs attach requests, responses and headers to
 * their errors, which hold keys and e-mail addresses, and quote addresses in messages; none of that goes into the log.
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

/**
 * The kind of a line: its message, and for requests also status and call, all from closed sets. Requests that failed have
 * one budget together, whatever they were: anybody can cause hundreds of kinds of them. Those of accounts have another, which
 * strangers cannot use up.
 */
function kindOf([fields, message]: unknown[]): [kind: string, budget?: string] {
  const { status, route, completed, account } = (fields ?? {}) as Record<string, unknown>;
  if (typeof status !== 'number') return [String(message)];
  // Pages and files are too many to be kinds.
  const call = typeof route === 'string' && route.startsWith('/api/') ? route : '(page)';
  const kind = `${message} ${status} ${call}`;
  if (status < 400 && completed !== false) return [kind];
  return account === undefined
    ? [kind, 'failed requests']
    : [`${kind} of an account`, 'failed requests of accounts'];
}

/** An order's id gives access to the order and to its withdrawal, so only its end is logged, which is enough to find it. */
function maskOrderIds(line: string): string {
  return line.replace(/(?<![A-Za-z\d])(cs_(?:live_|test_)?)\w+(?=\w{8})/g, '$1…');
}

/**
 * Redacts what looks like an e-mail address, a token, an order's id, a payment key or a signing secret. A message may
 * quote a client's input, so no pattern may scan a long text repeatedly: each matches where it begins, or gives up soon.
 */
function withoutPersonalData(text: string): string {
  return text
    .replace(/[^\s@<>"'(),:;]{1,64}@[^\s@<>"'(),:;]{1,255}/g, '(address)')
    .replace(/\beyJ[\w-]*(\.[\w-]*)*/g, '(token)')
    .replace(/\bcs_(live|test)_\w+/g, '(order)')
    .replace(/\b((sk|rk)_(live|test)|whsec)_\w+/g, '(secret)');
}

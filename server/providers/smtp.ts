// SMTP: the connection to the mail service, and classification of its answers.

import { Readable } from 'node:stream';
import { createTransport } from 'nodemailer';
import type { LetterPart, MailTransport, OutgoingMail, SendOutcome } from '#server/mailing/mail-transport.ts';

/** The mail service, its login and the sender. */
export interface SmtpSettings {
  host: string;
  port: number;
  /** `secure`: TLS from the first byte. `required`: STARTTLS, or nothing is sent. `off`: in the clear. */
  tls: 'secure' | 'required' | 'off';
  /** `null` if the service needs no password. */
  login: { user: string; password: string } | null;
  from: { name: string; address: string };
}

/** Time-outs of the steps, in milliseconds. */
interface SmtpTimes {
  /** For connecting and the greeting. */
  connectMs: number;
  /** Until the whole letter is handed over: a service that answers very slowly blocks nobody for longer. */
  letterMs: number;
  /**
   * For the confirmation after that. The service may have accepted the letter and be slow to confirm: giving up earlier
   * would send it twice, so RFC 5321 section 4.5.3.2.6 asks for ten minutes (RFC 1047 describes the duplicates).
   */
  answerMs: number;
}

const usualSmtpTimes: SmtpTimes = { connectMs: 10_000, letterMs: 20_000, answerMs: 600_000 };

/** nodemailer's description of a failure (its errors.d.ts). */
interface SmtpError extends Error {
  code?: string;
  /** Node's code of the connection's error, which `code` has one word for. */
  originalCode?: string;
  command?: string;
  response?: string;
  responseCode?: number;
}

/** Opens a mail service. It connects for the first letter, and keeps connections for the next ones (pool). */
export function createSmtpTransport(
  settings: SmtpSettings,
  times: SmtpTimes = usualSmtpTimes,
): MailTransport {
  const { host, port, tls, login, from } = settings;
  const pool = createTransport({
    pool: true,
    maxConnections: 3,
    maxRequeues: 0,
    host,
    port,
    secure: tls === 'secure',
    requireTLS: tls === 'required',
    ignoreTLS: tls === 'off',
    ...(login && { auth: { user: login.user, pass: login.password } }),
    connectionTimeout: times.connectMs,
    greetingTimeout: times.connectMs,
    dnsTimeout: times.connectMs,
    socketTimeout: times.letterMs + times.answerMs,
    // The content of letters comes from the shop only, never from a file or a URL.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  pool.use('stream', ({ data, message }, next) => {
    const { onRead } = data as { onRead?: OnRead };
    if (onRead) message.processFunc((body: Readable) => told(body, onRead));
    next();
  });
  return {
    longestMs: times.letterMs + times.answerMs,
    async send(mail) {
      const giveUp = new AbortController();
      const patience = (ms: number) => setTimeout(() => giveUp.abort(), ms);
      let timer = patience(times.letterMs);
      let had: LetterPart = 'nothing';
      const onRead: OnRead = (part) => {
        had = part;
        if (part !== 'whole') return;
        clearTimeout(timer);
        timer = patience(times.answerMs);
      };
      try {
        // `onRead` is for the plugin above. Spread, because nodemailer's types do not know it.
        await pool.sendMail({ ...messageOf(mail), from, signal: giveUp.signal, ...{ onRead } });
        return { kind: 'sent' };
      } catch (error) {
        return outcomeOf(error as SmtpError, had);
      } finally {
        clearTimeout(timer);
      }
    },
    async verify() {
      try {
        await pool.verify();
        return null;
      } catch (error) {
        return faultOf(error as SmtpError);
      }
    },
    close: () => pool.close({ force: true }),
  };
}

type OnRead = (part: LetterPart) => void;

/** Passes the bytes on, and says when the connection begins to read them, which is when the service asks for them, and ends. */
function told(body: Readable, onRead: OnRead): Readable {
  return Readable.from(
    (async function* () {
      onRead('part');
      yield* body;
      onRead('whole');
    })(),
    { objectMode: false },
  );
}

const messageOf = ({ messageId, to, replyTo, subject, text, html }: OutgoingMail) => ({
  messageId,
  to: { name: '', address: to },
  replyTo,
  subject,
  text,
  html,
  // No automatic replies to automatic mail (RFC 3834).
  headers: { 'Auto-Submitted': 'auto-generated' },
});

/**
 * Whose fault a failure is: the address's, this letter's, or the service's.
 * @param had what the service had of the letter by then
 */
function outcomeOf(error: SmtpError, had: LetterPart): SendOutcome {
  const { code, command, responseCode } = error;
  const fault = faultOf(error);
  if (code === 'EENVELOPE' && command === 'API') return { kind: 'refused', fault };
  const aboutLetter = command === 'RCPT TO' || command === 'DATA';
  if (!aboutLetter || responseCode === undefined || responseCode === 421)
    return { kind: 'unavailable', fault, had: responseCode === undefined ? had : 'nothing' };
  return { kind: command === 'RCPT TO' && isAddressRefused(error) ? 'refused' : 'postponed', fault };
}

/**
 * Enhanced status codes which say that there is no such mailbox, host or domain, that the address is none, that the mailbox
 * has moved or takes no mail (RFC 3463 and, for 5.1.10, RFC 7505).
 */
const addressFaults = /^5\.(1\.([1236]|10)|2\.1)$/;

/**
 * Whether a refusal is surely about the address. Others of 5.1 and 5.2 are about the sender (5.1.7, 5.1.8), the letter's
 * length (5.2.3) or a mailbox that is full today, and a refusal without an enhanced code is often that of a service which
 * does not relay for the shop or does not know MAIL_FROM: what the operator mends, so such letters must not be lost.
 */
const isAddressRefused = (error: SmtpError): boolean => addressFaults.test(enhancedCode(error) ?? '');

const enhancedCode = ({ response = '' }: SmtpError): string | null =>
  /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(response)?.[1] ?? null;

/** What codes of a connection that is not made mean: an operator mends each in another place. */
const connectionFaults: readonly (readonly [code: RegExp, meaning: string])[] = [
  [/^ECONNREFUSED$/, 'nothing answers at this host and port'],
  [/^ENOTFOUND$/, 'there is no host of this name'],
  [/WRONG_VERSION_NUMBER$/, 'no TLS from the first byte at this port: smtp:// is for STARTTLS'],
  [/PROTOCOL_VERSION$|UNSUPPORTED_PROTOCOL$/, 'its TLS is older than 1.2'],
  [/^CERT_HAS_EXPIRED$/, 'its certificate has ended'],
  [/ALTNAME_INVALID$/, 'its certificate is for another name'],
  [/SELF_SIGNED|UNABLE_TO_(VERIFY|GET_ISSUER)/, 'nobody who is known here vouches for its certificate'],
  [/^ETLS$/, 'it offers no STARTTLS: smtps:// is for TLS from the first byte'],
];

/** Codes only, and what they mean: the service's words may quote the address or the user. */
function faultOf(error: SmtpError): string {
  const { command, responseCode, code: kind = error.name } = error;
  const code = error.originalCode ?? kind;
  const answer =
    responseCode === undefined ? code : [responseCode, enhancedCode(error)].filter(Boolean).join(' ');
  const step = command === undefined || command === 'API' || command === 'CONN' ? '' : ` (${command})`;
  const [, meaning] = connectionFaults.find(([form]) => form.test(code)) ?? [];
  if (meaning !== undefined) return `${answer} (${meaning})`;
  return kind === 'EAUTH' ? `${answer} (signing in was refused)` : `${answer}${step}`;
}

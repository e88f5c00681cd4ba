import { createTransport } from 'nodemailer';
import type { MailTransport, OutgoingMail, SendOutcome } from '#server/mailing/mail-transport.ts';

/** Where mail is handed over, and by whom. */
export interface SmtpSettings {
  host: string;
  port: number;
  /** `secure`: TLS from the first byte. `required`: STARTTLS, or nothing is sent. `off`: in the clear. */
  tls: 'secure' | 'required' | 'off';
  /** `null` where the service asks for no password. */
  login: { user: string; password: string } | null;
  from: { name: string; address: string };
}

/** How long each step may take, in milliseconds. */
export interface SmtpTimes {
  /** To be connected, and to be greeted. */
  connectMs: number;
  /** One whole letter: a service that trickles its answers holds up nobody for longer. */
  letterMs: number;
}

export const usualSmtpTimes: SmtpTimes = { connectMs: 10_000, letterMs: 20_000 };

/** What nodemailer says of a failure (its errors.d.ts). */
interface SmtpError extends Error {
  code?: string;
  command?: string;
  response?: string;
  responseCode?: number;
}

/** Opens a mail service. It is connected to with the first letter, and connections are kept for the next ones. */
export function createSmtpTransport(
  settings: SmtpSettings,
  times: SmtpTimes = usualSmtpTimes,
): MailTransport {
  const { host, port, tls, login, from } = settings;
  const pool = createTransport({
    ...{ pool: true, maxConnections: 3, maxRequeues: 0, host, port },
    ...{ secure: tls === 'secure', requireTLS: tls === 'required', ignoreTLS: tls === 'off' },
    ...(login && { auth: { user: login.user, pass: login.password } }),
    ...{ connectionTimeout: times.connectMs, greetingTimeout: times.connectMs },
    ...{ dnsTimeout: times.connectMs, socketTimeout: times.letterMs },
    // What letters hold comes from the shop alone, and never from a file or an address.
    ...{ disableFileAccess: true, disableUrlAccess: true },
  });
  return {
    async send(mail) {
      try {
        await pool.sendMail({ ...messageOf(mail), from, signal: AbortSignal.timeout(times.letterMs) });
        return { kind: 'sent' };
      } catch (error) {
        return outcomeOf(error as SmtpError);
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

const messageOf = ({ messageId, to, replyTo, subject, text, html }: OutgoingMail) => ({
  ...{ messageId, to: { name: '', address: to }, replyTo, subject, text, html },
  // No answer of a machine to a machine's letter (RFC 3834).
  headers: { 'Auto-Submitted': 'auto-generated' },
});

/** Whose fault a failure is: the address's, this letter's, or the service's. */
function outcomeOf(error: SmtpError): SendOutcome {
  const { code, command, responseCode } = error;
  const fault = faultOf(error);
  if (code === 'EENVELOPE' && command === 'API') return { kind: 'refused', fault };
  const aboutLetter = command === 'RCPT TO' || command === 'DATA';
  if (!aboutLetter || responseCode === undefined || responseCode === 421)
    return { kind: 'unavailable', fault };
  return { kind: command === 'RCPT TO' && isAddressRefused(error) ? 'refused' : 'postponed', fault };
}

/**
 * Whether a refusal is about the address: enhanced codes 5.1 (address) and 5.2 (mailbox) of RFC 3463, or where there is none
 * the codes for mailboxes of RFC 5321. A refusal by policy (5.7) may end when the operator puts the service right.
 */
function isAddressRefused(error: SmtpError): boolean {
  const enhanced = enhancedCode(error);
  if (enhanced !== null) return /^5\.[12]\./.test(enhanced);
  return [550, 551, 553].includes(error.responseCode ?? 0);
}

const enhancedCode = ({ response = '' }: SmtpError): string | null =>
  /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(response)?.[1] ?? null;

/** Codes only: the service's words may quote the address or the user. */
function faultOf(error: SmtpError): string {
  const { code = error.name, command, responseCode } = error;
  const answer =
    responseCode === undefined ? code : [responseCode, enhancedCode(error)].filter(Boolean).join(' ');
  const step = command === undefined || command === 'API' || command === 'CONN' ? '' : ` (${command})`;
  return code === 'EAUTH' ? `${answer} (signing in was refused)` : `${answer}${step}`;
}

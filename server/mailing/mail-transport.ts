/** The port (interface) of the mail service. */

/** A letter to be sent. */
export interface OutgoingMail {
  /** The Message-ID, with angle brackets. Always the same for the same letter. */
  messageId: string;
  to: string;
  replyTo: string;
  subject: string;
  text: string;
  html: string;
}

/**
 * The result of one attempt. Faults are codes (`550 5.1.1`, `ECONNECTION`), never the service's own words, which may
 * quote the address.
 */
export type SendOutcome =
  | { kind: 'sent' }
  /** The service says that this address gets no mail; it is not tried again. */
  | { kind: 'refused'; fault: string }
  /** A refusal that may end, because the service, the operator or the owner of the mailbox does something about it. */
  | { kind: 'postponed'; fault: string }
  /** No answer: no connection or a broken one, a wrong password, a sender that is not allowed. */
  | { kind: 'unavailable'; fault: string; had: LetterPart };

/** How much of a letter the service had: of a whole one without an answer, it may have accepted it. */
export type LetterPart = 'nothing' | 'part' | 'whole';

export interface MailTransport {
  /** How long one letter may take at most, in milliseconds. */
  longestMs: number;
  /** Sends one letter, with its own time-outs. It never throws for a fault of the service. */
  send(mail: OutgoingMail): Promise<SendOutcome>;
  /** Connects and signs in without sending. @returns the fault, or `null` when the service is ready */
  verify(): Promise<string | null>;
  /** Cancels letters that are being sent. */
  close(): void;
}

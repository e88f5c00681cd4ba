/** The mail service, as the shop sees it. */

/** A letter on its way out. */
export interface OutgoingMail {
  /** With its angle brackets. The same letter has the same one whenever it is sent. */
  messageId: string;
  to: string;
  replyTo: string;
  subject: string;
  text: string;
  html: string;
}

/**
 * What became of one attempt. Faults are codes (`550 5.1.1`, `ECONNECTION`), never the service's own words, which may quote
 * the address.
 */
export type SendOutcome =
  | { kind: 'sent' }
  /** The service knows that this address gets no mail; it will not be asked again. */
  | { kind: 'refused'; fault: string }
  /** Not now, for this letter alone. */
  | { kind: 'postponed'; fault: string }
  /** Nothing can be sent at present: no connection, a wrong password, a sender that is not allowed. */
  | {
      kind: 'unavailable';
      fault: string;
      /** The service had the whole letter and did not answer: it may have taken it. */
      mayHaveArrived: boolean;
    };

export interface MailTransport {
  /** Hands one letter over, within a time of its own. It never throws for what the service does. */
  send(mail: OutgoingMail): Promise<SendOutcome>;
  /** Connects and signs in without sending anything. @returns the fault, or `null` when the service is ready */
  verify(): Promise<string | null>;
  /** Breaks off what is on its way. */
  close(): void;
}

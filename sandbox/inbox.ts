import { randomUUID } from 'node:crypto';
import type { DocumentStore } from './documents.ts';

/** A mail that the shop has sent, or that one of the hosted services would have sent. */
export interface Mail {
  id: string;
  to: string;
  subject: string;
  text: string;
  /** The code in the text, for tests and for people who would rather not search. */
  code: string | null;
  /** Which service wrote it. */
  from: 'identity' | 'payments' | 'newsletter' | 'shop';
  /** The same words as a page, and the Message-ID, of letters that came by SMTP. */
  html: string | null;
  messageId: string | null;
  /** ISO 8601 in UTC. */
  sentAt: string;
}

export interface Inbox {
  deliver(
    mail: Pick<Mail, 'to' | 'subject' | 'text' | 'from'> &
      Partial<Pick<Mail, 'html' | 'messageId'>> & { code?: string },
  ): void;
  find(id: string): Mail | undefined;
  /** Newest first; only those to `address` when one is given. */
  list(address?: string): Mail[];
  /** The newest code that came to an address, whatever other mail came since; `null` before the first. */
  codeFor(address: string): string | null;
}

/** Every mail of the shop and of the stand-ins, kept instead of sent. */
export function createInbox(store: DocumentStore, now: () => Date): Inbox {
  const mails = store.collection<Mail>('mails');
  const inbox: Inbox = {
    deliver({ code, html = null, messageId = null, ...mail }) {
      const id = randomUUID();
      mails.put(id, { id, ...mail, code: code ?? null, html, messageId, sentAt: now().toISOString() });
    },
    find: (id) => mails.get(id),
    list(address) {
      const wanted = address?.trim().toLowerCase();
      return mails
        .values()
        .filter((mail) => wanted === undefined || mail.to.toLowerCase() === wanted)
        .reverse();
    },
    codeFor: (address) => inbox.list(address).find(({ code }) => code !== null)?.code ?? null,
  };
  return inbox;
}

import { randomUUID } from 'node:crypto';
import type { DocumentStore } from './documents.ts';

/** A mail that one of the hosted services would have sent. */
export interface Mail {
  id: string;
  to: string;
  subject: string;
  text: string;
  /** The code in the text, for tests and for people who would rather not search. */
  code: string | null;
  /** Which service wrote it. */
  from: 'identity' | 'payments' | 'newsletter';
  /** ISO 8601 in UTC. */
  sentAt: string;
}

export interface Inbox {
  deliver(mail: Pick<Mail, 'to' | 'subject' | 'text' | 'from'> & { code?: string }): void;
  /** Newest first; only those to `address` when one is given. */
  list(address?: string): Mail[];
}

/** Every mail the stand-ins would have sent, kept instead of sent. */
export function createInbox(store: DocumentStore, now: () => Date): Inbox {
  const mails = store.collection<Mail>('mails');
  return {
    deliver({ code, ...mail }) {
      const id = randomUUID();
      mails.put(id, { id, ...mail, code: code ?? null, sentAt: now().toISOString() });
    },
    list(address) {
      const wanted = address?.trim().toLowerCase();
      return mails
        .values()
        .filter((mail) => wanted === undefined || mail.to.toLowerCase() === wanted)
        .reverse();
    },
  };
}

import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import express, { type Express } from 'express';
import { openDocuments } from './documents.ts';
import { createIdentityStandIn, type IdentityStandIn } from './identity/identity-stand-in.ts';
import type { PrivateKeys } from './identity/signing-keys.ts';
import { createInbox, type Inbox } from './inbox.ts';
import { createMailStandIn, type MailStandIn } from './mail/mail-stand-in.ts';
import { newsletterRouter } from './newsletter.ts';
import { fontsRouter } from './pages/fonts.ts';
import { inboxRouter } from './pages/inbox-page.ts';
import { indexPage } from './pages/index-page.ts';
import { sendPage } from './pages/send-page.ts';
import { stylesheet } from './pages/stylesheet.ts';
import { createPaymentsStandIn, type PaymentsStandIn } from './stripe/payments-stand-in.ts';

export interface SandboxOptions {
  /** Where browsers reach the sandbox, without a slash at the end; `http://localhost:<port>` when left out. */
  publicUrl?: string | undefined;
  /** A path, or `:memory:`. */
  documentsFile: string;
  /** The shop's webhook, or null while there is none, and the secret that signs (`whsec_…`). */
  webhook: { url: string | null; secret: string };
  userPoolId: string;
  clientIds: readonly string[];
  /** The user pool's first signing keys; made anew when left out. */
  signingKeys?: PrivateKeys | undefined;
  /** Whether the user pool hides who has an account; off when left out. */
  preventUserExistenceErrors?: boolean | undefined;
  now?: (() => Date) | undefined;
  /** Waits between deliveries of an event, in milliseconds; an empty list means one attempt only. */
  retryDelaysMs?: readonly number[] | undefined;
  /** Milliseconds until a delayed payment settles by itself. */
  settleDelayMs?: number | undefined;
  /** The shop's terms, as they would stand in Stripe's dashboard. */
  termsUrl?: string | null | undefined;
}

export interface Sandbox {
  app: Express;
  inbox: Inbox;
  identity: IdentityStandIn;
  stripe: PaymentsStandIn;
  /** Takes mail once it is told to listen. */
  mail: MailStandIn;
  /** @param port 0 for any free one @returns where the sandbox answers, without a slash at the end */
  listen(port: number, host?: string): Promise<string>;
  close(): Promise<void>;
}

/** Seeded once: whoever deletes the account does not find it back after a restart. */
const demoUser = {
  username: 'demo',
  email: 'demo@example.com',
  password: 'Adventure-2025',
  emailVerified: true,
  confirmed: true,
};

/** The sandbox: stand-ins for the payment service, the identity service, the mail service and a newsletter form. */
export function createSandbox(options: SandboxOptions): Sandbox {
  const now = options.now ?? (() => new Date());
  const documents = openDocuments(options.documentsFile);
  const inbox = createInbox(documents, now);
  let server: Server | null = null;
  let ownUrl = '';

  const { userPoolId, clientIds, webhook, retryDelaysMs, settleDelayMs, termsUrl } = options;
  const { preventUserExistenceErrors = false, signingKeys } = options;
  const identity = createIdentityStandIn({
    ...{ userPoolId, clientIds, documents, inbox, now, preventUserExistenceErrors, signingKeys },
  });
  const publicUrl = (): string => options.publicUrl ?? ownUrl;
  const stripe = createPaymentsStandIn({
    ...{ documents, inbox, webhook, now, publicUrl, retryDelaysMs, settleDelayMs, termsUrl },
  });
  const mail = createMailStandIn(inbox);
  const seeded = documents.collection<true>('sandbox.seeded');
  if (!seeded.get(demoUser.username)) {
    identity.seedUser(demoUser);
    identity.setGroups(demoUser.username, ['operators']);
    seeded.put(demoUser.username, true);
  }

  const app = express();
  app.disable('x-powered-by');
  // Nested parameters stand in the query as `created[gte]=…`.
  app.set('query parser', 'extended');
  app.use((_request, response, next) => {
    response.setHeader('date', now().toUTCString());
    next();
  });
  app.get('/', (_request, response) => sendPage(response, 200, indexPage(userPoolId)));
  app.get('/sandbox/style.css', (_request, response) => void response.type('css').send(stylesheet));
  app.get('/healthz', (_request, response) => void response.json({ status: 'ok' }));
  app.use(fontsRouter(), inboxRouter(inbox), newsletterRouter(inbox), stripe.router, identity.router);
  app.use(mail.router);

  return {
    app,
    inbox,
    identity,
    stripe,
    mail,
    async listen(port, host = '127.0.0.1') {
      server = app.listen(port, host);
      await once(server, 'listening');
      ownUrl = `http://localhost:${(server.address() as AddressInfo).port}`;
      return options.publicUrl ?? ownUrl;
    },
    async close() {
      await Promise.all([stripe.close(), mail.close()]);
      if (server) {
        const closed = once(server, 'close');
        server.close();
        server.closeAllConnections();
        await closed;
      }
      documents.close();
    },
  };
}

import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import { text as readText } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import express, { type Router } from 'express';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { z } from 'zod';
import type { Inbox } from '../inbox.ts';
import { bounces, type MailFaults, mailFaultsSchema, noMailFaults } from './faults.ts';

/** A mail service stand-in: speaks SMTP, puts letters into the inbox, and fails on request as mail services do. */
export interface MailStandIn {
  /** @param port 0 for any free one @returns its address with a user and a password, `smtp://…` */
  listen(port: number, host?: string): Promise<string>;
  /** Sets the faults from now on; those left out are off. */
  setFaults(faults: Partial<MailFaults>): void;
  /** The faults over HTTP: `GET` and `PUT /sandbox/mail/faults`. */
  router: Router;
  close(): Promise<void>;
}

/** A negative SMTP answer. */
class MailRefusal extends Error {
  readonly responseCode: number;
  constructor(responseCode: number, message: string) {
    super(message);
    this.responseCode = responseCode;
  }
}

type Moment = 'recipient' | 'end';

export function createMailStandIn(inbox: Inbox): MailStandIn {
  let faults = noMailFaults;
  let isListening = false;
  const sockets = new Map<number, Socket>();
  /** Picks the fault for a connection's letter: at its recipient or at its end. */
  const fates = new Map<number, { drop: Moment | null; busy: Moment | null }>();
  const happens = (chance: number) => Math.random() < chance;
  const moment = (chance: number): Moment | null =>
    happens(chance) ? (happens(0.5) ? 'recipient' : 'end') : null;
  const pause = () => (faults.delayMs > 0 ? wait(Math.random() * faults.delayMs) : Promise.resolve());

  const server = new SMTPServer({
    ...{ authOptional: true, disabledCommands: ['STARTTLS'], logger: false, disableReverseLookup: true },
    // Passwords only need to look right, because this is a stand-in.
    onAuth({ username, password }, _session, answer) {
      if (faults.wrongPassword || password === 'wrong')
        return answer(new MailRefusal(535, '5.7.8 Authentication credentials invalid'));
      return answer(null, { user: username });
    },
    onRcptTo({ address }, { remotePort }, answer) {
      void pause().then(() => {
        const fate = { drop: moment(faults.drop), busy: moment(faults.busy) };
        fates.set(remotePort, fate);
        if (fate.drop === 'recipient') return void sockets.get(remotePort)?.destroy();
        if (faults.noRelay) return answer(new MailRefusal(550, 'relay not permitted'));
        if (bounces(address))
          return answer(new MailRefusal(550, `5.1.1 <${address}>: there is no such mailbox here`));
        return answer(fate.busy === 'recipient' ? new MailRefusal(451, '4.3.0 Try again later') : null);
      });
    },
    onData(stream, { remotePort, envelope }, answer) {
      void (async () => {
        const raw = await readText(stream);
        await pause();
        const socket = sockets.get(remotePort);
        const fate = fates.get(remotePort);
        if (fate?.drop === 'end') return void socket?.destroy();
        if (fate?.busy === 'end') return answer(new MailRefusal(451, '4.7.1 Greylisted, try again later'));
        const mail = await PostalMime.parse(raw);
        // The sender has gone and cannot get the confirmation: the letter counts as not accepted.
        if (socket?.destroyed !== false) return;
        inbox.deliver({
          to: envelope.rcptTo.map(({ address }) => address).join(', '),
          ...{ from: 'shop', subject: mail.subject ?? '', text: mail.text ?? '' },
          ...{ html: mail.html ?? null, messageId: mail.messageId ?? null },
        });
        answer(null);
      })().catch((error: Error) => answer(error));
    },
  });
  // The client was killed or cut off, which needs no handling.
  server.on('error', () => undefined);
  server.server.on('connection', (socket: Socket) => {
    const port = socket.remotePort ?? 0;
    sockets.set(port, socket);
    socket.once('close', () => {
      sockets.delete(port);
      fates.delete(port);
    });
  });

  const setFaults = (given: Partial<MailFaults>) => {
    faults = { ...noMailFaults, ...given };
  };
  const router = express.Router();
  router.get('/sandbox/mail/faults', (_request, response) => void response.json(faults));
  router.put('/sandbox/mail/faults', express.json(), (request, response) => {
    const given = mailFaultsSchema.safeParse(request.body);
    if (!given.success) return void response.status(400).json({ error: z.prettifyError(given.error) });
    setFaults(given.data);
    return void response.json(faults);
  });
  return {
    router,
    setFaults,
    async listen(port, host = '127.0.0.1') {
      const listener = server.listen(port, host);
      await once(listener, 'listening');
      isListening = true;
      return `smtp://shop:sandbox@${host}:${(listener.address() as AddressInfo).port}`;
    },
    async close() {
      if (!isListening) return;
      isListening = false;
      for (const socket of sockets.values()) socket.destroy();
      await new Promise<void>((resolve) => {
        server.close(resolve);
      });
    },
  };
}

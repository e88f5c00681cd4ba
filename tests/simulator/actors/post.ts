import type { MailTransport, OutgoingMail } from '#server/mailing/mail-transport.ts';
import type { Pause, Surroundings } from '../surroundings.ts';
import type { Owner } from '../virtual-time.ts';

/** A letter that the mail service has accepted. */
export interface DeliveredMail extends OutgoingMail {
  /** When the shop handed it over, in milliseconds since 1970. */
  at: number;
  /** How many processes had been killed, and how many answers of the database lost, by then: each may cause it to be sent again. */
  mishaps: number;
}

export interface PostOffice {
  taken: DeliveredMail[];
  /** Addresses that take no mail. */
  dead: Set<string>;
  /** Letters that were refused. */
  refused: Set<string>;
  /** Notes an event after which an accepted letter may be sent again. */
  mishap(): void;
  /** The mail service as a process of the shop reaches it over the network. */
  reach(owner: Owner, pause: Pause): MailTransport;
}

export function openPostOffice({ time, weather, dice, story }: Surroundings): PostOffice {
  let mishaps = 0;
  const office: PostOffice = {
    ...{ taken: [], dead: new Set(), refused: new Set() },
    mishap() {
      mishaps += 1;
    },
    reach: (owner, pause) => ({
      longestMs: 60_000,
      async send(mail) {
        await pause(dice.between('to the post', 20, 400));
        if (weather.strikes('post', 2)) {
          const isBusy = dice.percent('busy', 50);
          return isBusy
            ? { kind: 'postponed', fault: '451' }
            : { kind: 'unavailable', fault: 'ECONNECTION', had: 'nothing' };
        }
        if (office.dead.has(mail.to)) {
          office.refused.add(mail.messageId);
          return { kind: 'refused', fault: '550 5.1.1' };
        }
        office.taken.push({ ...mail, at: time.now, mishaps });
        story.tell(`the post takes “${mail.subject}” to ${mail.to}`);
        await pause(dice.between('from the post', 20, 400));
        if (!weather.strikes('post', 1)) return { kind: 'sent' };
        mishaps += 1;
        story.tell(`the yes to that letter is lost on its way to ${owner.name}`);
        return { kind: 'unavailable', fault: 'ETIMEDOUT', had: 'whole' };
      },
      verify: async () => null,
      close: () => undefined,
    }),
  };
  return office;
}

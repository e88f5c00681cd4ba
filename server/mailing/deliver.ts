// Delivers the outbox, one process at a time. A letter is held (leased), sent, and noted as sent. A killed process leaves
// its letters held; they are sent when the hold has expired. So none is lost. A letter is only sent twice if the mail
// service has accepted it and that is not on disk: because the process was killed, or the connection broke just before
// the confirmation. Both have the same Message-ID.

import { databaseCode, type Ledger } from '#server/ledger/ledger.ts';
import type { Script } from '#server/ledger/script.ts';
import { later } from '#server/moments.ts';
import {
  deferLetter,
  endLetter,
  type HeldLetter,
  isAnyDue,
  letGoOfLetters,
  postponeLetter,
  putLetterBack,
  takeLetters,
} from '#server/outbox/outbox.ts';
import { pauseAfter, repeat, unlessFired } from '#server/repeat.ts';
import type { Cipher, Clock, Log, Meters } from '#server/runtime.ts';
import { claimUrlFor, composeMail, maySayItLater } from './compose.ts';
import { endUndelivered } from './end-undelivered.ts';
import type { Desk } from './letters/letter.ts';
import type { MailTransport, OutgoingMail, SendOutcome } from './mail-transport.ts';
import { watchMailService } from './watch-mail-service.ts';

interface DeliveryNeeds {
  ledger: Ledger;
  transport: MailTransport;
  desk: Omit<Desk, 'now' | 'claimUrl'>;
  /** Decrypts the tokens of the claim links in letters. */
  cipher: Cipher;
  clock: Clock;
  log: Log;
  metrics: Pick<Meters, 'letter'>;
  /** Whether no other process can be sending from this database: then any held letter belongs to a process that has ended. */
  isAlone: boolean;
  /** How many letters are sent in a second at most: many mail services put off a quicker sender. */
  perSecond: number;
  /** How often the outbox is polled, in milliseconds. */
  everyMs?: number;
  /**
   * Whether this machine's clock may be trusted with what is for a day: by a clock that is ahead the letters of gifts would go
   * before theirs, and cannot be taken back. It is called often, also while no gift waits: to look for one first would read all
   * letters that wait.
   */
  isClockTrusted: () => boolean;
  /** What must be over before the first letter is sent. */
  after: Promise<unknown>;
}

const usualEveryMs = 1000;
/** Letters that are sent at the same time. */
const atOnce = 3;
/** How much longer a letter is held than the mail service may take for it, in milliseconds. */
const spareMs = 40_000;
/** Backoff before a letter is retried, in milliseconds. */
const letterPausesMs = [1000, 5000, 30_000, 120_000, 600_000, 3_600_000];
/**
 * How often a letter is tried before it is given up: with the pauses above for four days, as mail servers do (RFC 5321
 * section 4.5.4.1). Attempts are counted and not days, because a letter may have waited long for its day, or for a mail
 * service that was down.
 */
export const mostTries = letterPausesMs.length + 4 * 24;
/** How long a broken connection waits for the answers to other letters, which tell whether the service is down, in milliseconds. */
const doubtMs = 5000;

/** How long a letter that cannot be sent yet is kept before it is looked at again, in milliseconds. */
const laterMs = 3_600_000;

/** How long a letter waits that could not be composed because the database failed, in milliseconds. */
const databasePauseMs = 5000;

/** How long a letter that is being sent may delay shutdown, in milliseconds. */
const stopWithinMs = 5000;

export type Delivery = ReturnType<typeof startDelivery>;

/** Starts delivery: from the end of `after` on, until it is stopped. */
export function startDelivery(needs: DeliveryNeeds) {
  const { ledger, transport, desk, cipher, clock, log, metrics, isAlone } = needs;
  const { perSecond, everyMs = usualEveryMs, after, isClockTrusted } = needs;
  const service = watchMailService(needs);
  let stopping = false;
  /** When the next letters may be sent, on the process's own clock, in milliseconds. */
  let nextAt = 0;
  let mayHoldOldOnes = isAlone;
  /** Results that could not be written to the database yet. These letters must not be sent again. */
  const unnoted = new Map<number, () => Promise<unknown>>();
  /** The letters that are being sent. A slow one holds up no other. */
  const underWay = new Set<Promise<void>>();
  /** Letters that broke a connection while others were answered: the next time it is their own fault. */
  const putBack = new Set<number>();

  async function look(): Promise<void> {
    if (stopping || service.isAtRest()) return;
    const at = clock();
    const withGifts = isClockTrusted();
    if (mayHoldOldOnes || unnoted.size > 0 || (await ledger.read(() => isAnyDue(at, withGifts))))
      await ledger.asLeader('mailing', sendWhatIsDue);
  }

  async function sendWhatIsDue(): Promise<void> {
    if (mayHoldOldOnes) await ledger.amend(letGoOfLetters);
    mayHoldOldOnes = false;
    while (!stopping) {
      // The answers to other letters tell whether a connection that broke is the service's fault.
      if (service.isInDoubt()) await othersEnd();
      for (const [id, write] of unnoted) {
        await write();
        unnoted.delete(id);
      }
      if (await service.isDown()) {
        putBack.clear();
        return;
      }
      const earlyMs = nextAt - performance.now();
      if (earlyMs > 0) await new Promise((resolve) => setTimeout(resolve, earlyMs));
      const at = clock();
      const withGifts = isClockTrusted();
      if (stopping) return;
      const until = later(at, transport.longestMs + spareMs);
      const letters = await ledger.write([], () => takeLetters(atOnce - underWay.size, at, until, withGifts));
      if (letters.length === 0) return;
      nextAt = performance.now() + (letters.length * 1000) / perSecond;
      for (const letter of letters) begin(letter);
      await Promise.race(underWay);
    }
  }

  function begin(letter: HeldLetter): void {
    const sending = deliver(letter)
      .catch(tellOfFailure)
      .finally(() => underWay.delete(sending));
    underWay.add(sending);
  }

  /** Waits for the letters that are being sent, but for a slow one only a while. */
  async function othersEnd(): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const longEnough = new Promise((resolve) => {
      timer = setTimeout(resolve, doubtMs);
    });
    await Promise.race([Promise.all(underWay), longEnough]);
    clearTimeout(timer);
  }

  /** Sends a letter, and stores what became of it. @throws when the database fails, which is no fault of the letter */
  async function deliver(letter: HeldLetter): Promise<void> {
    const { id, kind } = letter;
    let mail: OutgoingMail | null;
    let isLater = false;
    try {
      mail = await compose(letter);
      isLater = mail === null && (await ledger.snapshot(() => maySayItLater(letter)));
    } catch (error) {
      if (databaseCode(error) !== null) {
        const until = later(clock(), databasePauseMs);
        await note(letter, () => putLetterBack(id, until));
        throw error;
      }
      log.error({ err: error, letter: id, kind }, 'a letter could not be composed');
      await postpone(letter, 'not composed');
      return;
    }
    if (mail === null) {
      const at = clock();
      const until = later(at, laterMs);
      await note(letter, () => (isLater ? deferLetter(id, until) : endLetter(id, 'dropped', null, at)));
      return;
    }
    const outcome = await transport.send(mail);
    switch (outcome.kind) {
      case 'sent':
        await note(letter, () => endLetter(id, 'sent', null, clock()));
        metrics.letter(kind, 'sent');
        break;
      case 'refused':
        await note(letter, () => endUndelivered(letter, 'refused', outcome.fault, clock()));
        metrics.letter(kind, 'refused');
        log.warn(
          { letter: id, kind, fault: outcome.fault },
          'a letter was refused: its address takes no mail',
        );
        break;
      case 'postponed':
        await postpone(letter, outcome.fault);
        break;
      case 'unavailable':
        await takeBack(letter, outcome);
    }
    await service.heed(outcome);
  }

  /**
   * Keeps a letter that got no answer. One that the service had begun to read, or that was put back before, counts as tried:
   * it may be this letter that breaks the connection, and one that arrives although nobody says so must not arrive for ever.
   */
  async function takeBack(
    letter: HeldLetter,
    { fault, had }: Extract<SendOutcome, { kind: 'unavailable' }>,
  ): Promise<void> {
    const { id, kind } = letter;
    if (had === 'whole') {
      log.warn(
        { letter: id, kind, fault },
        'the mail service had a whole letter and did not answer; it is sent again and may arrive twice',
      );
    }
    if (had !== 'nothing' || putBack.delete(id)) {
      await postpone(letter, fault);
      return;
    }
    putBack.add(id);
    await note(letter, () => putLetterBack(id, clock()));
  }

  /** @returns `null` when there is nothing to say any more */
  async function compose(letter: HeldLetter): Promise<OutgoingMail | null> {
    const now = clock();
    const link = claimUrlFor(letter, { ...desk, now }, cipher);
    const claimUrl = link && (await ledger.write([], link));
    return ledger.snapshot(() => composeMail(letter, { ...desk, now, claimUrl }));
  }

  async function postpone(letter: HeldLetter, fault: string): Promise<void> {
    const { id, kind, tries } = letter;
    const at = clock();
    if (tries >= mostTries) {
      await note(letter, () => endUndelivered(letter, 'dead', fault, at));
      metrics.letter(kind, 'dead');
      log.error({ letter: id, kind, fault, tries }, 'a letter was given up after days of trying');
      return;
    }
    const until = later(at, pauseAfter(tries, letterPausesMs));
    await note(letter, () => postponeLetter(id, until, fault));
    metrics.letter(kind, 'postponed');
    log.warn({ letter: id, kind, fault, tries }, 'a letter was put off and is tried again');
  }

  /** Stores a letter's result. If the database fails, it is retried before anything else is sent. */
  async function note({ id }: HeldLetter, script: () => Script<unknown>): Promise<void> {
    const write = () => ledger.amend(script);
    await write().catch((error: unknown) => {
      unnoted.set(id, write);
      throw error;
    });
  }

  function tellOfFailure(error: unknown): void {
    log.warn({ err: error }, 'the outbox could not be worked on; its letters go out later');
  }

  const looking = repeat(async (stopped) => {
    // One that is stopped meanwhile sends nothing.
    await unlessFired(after, stopped).catch(() => undefined);
    await look().catch(tellOfFailure);
  }, everyMs);
  return {
    /** Polls the outbox now. Settles when nothing more can be sent at the moment. */
    async run() {
      await looking.run();
      await Promise.all(underWay);
    },
    /** Finishes the letters that are being sent, and sends no more. */
    async stop() {
      stopping = true;
      const breakOff = setTimeout(transport.close, stopWithinMs);
      await looking.stop();
      await Promise.all(underWay);
      clearTimeout(breakOff);
      transport.close();
    },
  };
}

// Letters about an account.

import { momentInWords } from '#shared/moment-in-words.ts';
import { paths } from '#shared/routes.ts';
import { site } from '#shared/site.ts';
import { closing, type Desk, type Letter, link, steps } from './letter.ts';

/** Somebody signed in on a kind of device that is new to the account. */
export const newDevice = (device: string, at: Date, desk: Desk): Letter => ({
  subject: 'A sign-in on a new device',
  parts: [
    `Somebody signed in to your account at ${site.name}: ${device}, on ${momentInWords(at)}. Your account has not been used on such a device for half a year, or never.`,
    'Was it you? Then there is nothing to do.',
    'Was it not you?',
    steps([
      'Choose a new password. The last page says whether everybody else is signed out.',
      'Look at your account: it lists where it is signed in.',
    ]),
    link('Choose a new password', `${desk.publicUrl}${paths.forgotPassword()}`),
    link('Your account', `${desk.publicUrl}${paths.account()}`),
    ...closing(desk),
  ],
});

/**
 * The owner's account was deleted, or what was held about somebody who had none.
 * @param hadAccount false for whoever had only bought as a guest
 */
export const accountDeleted = (desk: Desk, hadAccount: boolean): Letter => ({
  subject: hadAccount ? 'Your account is deleted' : 'Your data is deleted',
  parts: [
    hadAccount
      ? 'As you wished, your account is deleted, and with it what we held about it. What it had unlocked is locked again.'
      : 'As you wished, what we held about this address is deleted. What waited here for an account with it is locked again, and a gift for you goes back to whoever gave it.',
    'If you bought something, we keep the record of it until seven years after the end of that year, because the law on bookkeeping asks for it.',
    'This is the last mail about it, unless money of yours moves. If you did not wish this, write to us at once.',
    ...closing(desk),
  ],
});

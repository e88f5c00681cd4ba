import { closing, facts, opening } from '#facts';
import { demo } from '#homes/demo';
import { escapeMarkup } from '#shared/fill-facts.ts';
import { paths, routes } from '#shared/routes.ts';

/** A question and its answer. The answer is HTML of our own. */
export interface FaqEntry {
  question: string;
  answerHtml: string;
}

/** Questions that belong together. */
interface FaqGroup {
  /** The fragment that links to it. */
  id: string;
  title: string;
  entries: readonly FaqEntry[];
}

/** A text that needs a fact, with the marks for removing it if the fact is not set. */
const where = (fact: string | null, text: (fact: string) => string) =>
  fact === null ? '' : opening(fact) + text(fact) + closing(fact);
const mail = (address: string) => `<a href="mailto:${address}">${address}</a>`;
const link = (href: string, text: string) => `<a href="${href}">${text}</a>`;

/** All questions, in the order in which people ask them. */
export const faqGroups: readonly FaqGroup[] = [
  {
    id: 'playing',
    title: 'Playing',
    entries: [
      {
        question: 'What is an audio adventure?',
        answerHtml: `<p>A role-playing game that you play by listening. A voice tells you where you stand, actors play those you meet, and at every turn you are asked what you do. You choose with one tap, and the story goes there. It is for one player.</p>`,
      },
      {
        question: 'Which devices do I need?',
        answerHtml: `<p>A phone or tablet with Android or iOS, and our free app. ${link(paths.download(), 'The download page')} leads to both stores. There is no version for computers.</p>`,
      },
      {
        question: 'Do I need special headphones for the 360-degree sound?',
        answerHtml: `<p>No. Any headphones with a left and a right side will do, with or without a cable. Wear them the right way round, or the monster will be on the wrong side. Over a loudspeaker you can follow the story, but not the room.</p>`,
      },
      {
        question: 'Can I try it before I pay?',
        answerHtml: `<p>Yes. The app is free, and so is ${demo.name}, the demo of ${link(demo.path, escapeMarkup(demo.gameName))}.</p>`,
      },
      {
        question: 'Can I play offline?',
        answerHtml: `<p>You need a connection to log in, to unlock what you bought and to fetch an adventure. Fetch it before the train, the flight or the cellar; then it plays from your phone.</p>`,
      },
      {
        question: 'Is my progress saved?',
        answerHtml: `<p>Yes. The app remembers your character and where you stopped. You can put it away in the middle of a corridor and come back when you dare.</p>`,
      },
      {
        question: 'I am blind, or see little. Can I play?',
        answerHtml: `<p>Yes, and you miss nothing: everything that matters is heard. This site, too, is made to be used with a screen reader and a keyboard alone. Where it or the app fails you, that is a fault, and we want to mend it: ${mail(facts.email.bugs)}.</p>`,
      },
    ],
  },
  {
    id: 'buying',
    title: 'Buying',
    entries: [
      {
        question: 'Which email address should I use?',
        answerHtml: `<p>The same one everywhere. What you buy is attached to the address you pay with, and you log in to the app with that address. If you have bought with the wrong one, choose “Correct the address” on the page of your order, in the browser you paid with, or write to ${mail(facts.email.support)} from the right one, with the receipt.</p>`,
      },
      {
        question: 'Do I need an account to buy?',
        answerHtml: `<p>Not for a single adventure: choose “Buy without an account” and give your email address. You will need an account with that address to play; ${link(paths.createAccount(), 'create it')} before or after, as you like.</p>`,
      },
      {
        question: 'I have paid. How do I get to my adventure?',
        answerHtml: `<p>${link(paths.download(), 'Download the app')} and log in with the email address you paid with. The adventure is there. If it is not, check on ${link(paths.account(), 'your account page')} whether it is listed, and which address you are logged in with.</p>`,
      },
      {
        question: 'I cannot find the mail about my order.',
        answerHtml: `<p>Look into the folder for unwanted mail first. If it is not there either, ${link(routes.order.path, 'have the links of your orders mailed to you')}: what you bought, how it stands, and how to withdraw from it. If you have an account, ${link(paths.account(), 'your account page')} lists your orders, too. The adventure is in the app all the same.</p>`,
      },
      {
        question: 'Which currency are the prices in, and how can I pay?',
        answerHtml:
          '<p>In Swedish kronor (SEK), with VAT included. You pay on the page of our payment service, Stripe, which shows the ways to pay that work where you are.</p>',
      },
      {
        question: 'What does Pre-Order mean?',
        answerHtml:
          '<p>You pay now, and the adventure unlocks on your account on the day it is released; if that day has passed, at once. You have nothing more to do.</p>',
      },
      {
        question: 'What are the expansions, and do I need the game for them?',
        answerHtml: `<p>New rooms, characters and side adventures for The Fortress of Death. One purchase brings all those of the twelve months from the game's release, 28 March 2025 to 28 March 2026, and they are yours to keep. They need the core game, bought here or already on your account through the crowdfunding campaign. The bundle includes them.</p>`,
      },
      {
        question: 'Can I get my money back?',
        answerHtml: `<p>If something does not work, tell us first: we would rather mend it. You can withdraw from a purchase within 14 days, and from a pre-order at least until it comes out. If you agreed when you paid that this right ends once an adventure is unlocked, it has ended with that. ${link(paths.withdraw(), 'Withdraw from a purchase')} says what holds for yours, and takes your withdrawal. For anything else write to ${mail(facts.email.support)}, with the address you bought with. When we pay the whole price back, the adventure is locked again.</p>`,
      },
      {
        question: 'Can I give an adventure to somebody?',
        answerHtml:
          '<p>Yes, one or several at once: choose “Give it as a gift” beside the price, or “This is a gift” in the cart. You pay with your own address, and the receipt comes to you. Then you write the card, and we send it by mail on the day you choose, or you print it. The adventure belongs to whoever first puts it on an account with its link, and nobody there sees the price. Until then you can send it elsewhere, or take it back.</p>',
      },
    ],
  },
  {
    id: 'account',
    title: 'Codes and accounts',
    entries: [
      {
        question: 'How do I redeem an activation code?',
        answerHtml: `<p>Sign in on ${link(paths.account(), 'your account page')}, choose “Unlock Content” and type the code. Large or small letters make no difference. A code works once.</p>`,
      },
      {
        question: 'I backed The Fortress of Death. Where is my copy?',
        answerHtml: `<p>On the account with the email address of your pledge. Log in to the app with it. Your digital artbook is on ${link(paths.account(), 'your account page')}.${where(facts.links.pledgeManager, (href) => ` To change something about your pledge, use ${link(escapeMarkup(href), 'the pledge manager')}.`)}</p>`,
      },
      {
        question: 'I have forgotten my password.',
        answerHtml: `<p>${link(paths.forgotPassword(), 'Set a new one')}. We send a code to your email address. If no code comes, look into the folder for unwanted mail, then ask for another.</p>`,
      },
      {
        question: 'Can I play on more than one device?',
        answerHtml:
          '<p>Yes. What you own belongs to your account, not to a phone. Log in on the new one with the same address.</p>',
      },
      {
        question: 'How do I delete my account?',
        answerHtml: `<p>On ${link(paths.account(), 'your account page')}, with “Delete Account”, or by a mail to ${mail(facts.email.privacy)}. The account and all its data go for good, and what it had unlocked goes too. We keep a copy of the payment history, because the law asks for it. More in ${link(paths.privacyPolicy(), 'the privacy policy')}.</p>`,
      },
      {
        question: 'Is it for children?',
        answerHtml:
          '<p>Our service is not for children under 13. The horror adventures are meant to frighten, and they are good at it.</p>',
      },
      {
        question: 'Something does not work. What do I do?',
        answerHtml: `<p>Write to ${mail(facts.email.bugs)}. Tell us which phone you have, where in the story you were, and what you heard. ${link(paths.contact(), 'More ways to reach us')}.</p>`,
      },
    ],
  },
];

/** All questions, without their groups. */
export const faq: readonly FaqEntry[] = faqGroups.flatMap((group) => group.entries);

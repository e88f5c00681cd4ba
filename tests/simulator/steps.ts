import { rowOf } from './chance.ts';
import { nameOf, type Person } from './people.ts';
import type { Step } from './plan.ts';
import * as accounts from './steps/accounts.ts';
import * as bank from './steps/bank.ts';
import * as buying from './steps/buying.ts';
import * as gifts from './steps/gifts.ts';
import * as grants from './steps/grants.ts';
import * as mishaps from './steps/mishaps.ts';
import * as operators from './steps/operators.ts';
import * as owning from './steps/owning.ts';
import * as thieves from './steps/thieves.ts';
import { Owner } from './virtual-time.ts';
import type { World } from './world.ts';

/** A person doing a step. */
export interface Scene {
  world: World;
  person: Person;
  /** A whole number from 0 to below `count`, from the step's own random stream. */
  among(count: number): number;
  /** One of them; `undefined` where there is none. */
  pick<T>(items: readonly T[]): T | undefined;
  /** Every second time the last one, so that several steps concern the same. */
  pickLate<T>(items: readonly T[]): T | undefined;
  percent(percent: number): boolean;
  tell(words: string): void;
}

/** All kinds of steps, with their frequencies. */
const all = {
  buys: [16, buying.buys],
  'looks at an order': [4, buying.looksAtOrder],
  'opens an expired page again': [3, buying.reopens],
  'corrects the address': [4, buying.corrects],
  withdraws: [2, buying.withdraws],
  'withdraws and is paid back': [3, operators.paysWithdrawalBack],
  'gives a present': [4, gifts.gives],
  'gives a present to another': [4, gifts.changesTheirMind],
  'wraps a present again': [4, gifts.wraps],
  'reads the post': [5, owning.readsPost],
  'asks for lost orders': [3, owning.asksForLinks],
  'opens the app': [6, owning.opensApp],
  'opens a link': [6, owning.opensLink],
  'types a code': [5, owning.redeems],
  'signs in': [3, accounts.signsIn],
  'comes back': [3, accounts.comesBack],
  'signs out': [1, accounts.signsOut],
  'changes the e-mail address': [1, accounts.changesAddress],
  'deletes the account': [3, accounts.deletesAccount],
  'buys and deletes the account': [3, accounts.buysAndDeletes],
  'deletes the account in the app': [1, accounts.deletesInApp],
  'guesses codes': [1, thieves.guesses],
  'steals a link': [3, thieves.stealsLink],
  'opens an old link': [5, thieves.opensOldLink],
  'forges an event': [1, thieves.forges],
  'replays an event': [1, thieves.replays],
  'the bank: a dispute': [2, bank.disputes],
  'the bank: a decision': [2, bank.decides],
  'the bank: a refund fails': [2, bank.failsRefund],
  'the bank: the balance': [3, bank.movesBalance],
  'the dashboard: a refund': [3, bank.refunds],
  'the operator refunds': [3, operators.refunds],
  'the operator refunds a product': [3, operators.refundsProduct],
  'the operator moves an order': [3, operators.moves],
  'the operator makes codes': [4, operators.makesCodes],
  'the operator revokes a code': [1, operators.revokesCode],
  'the operator lets a code work again': [1, operators.letsCodeWork],
  'the operator gives an unlock': [3, grants.givesUnlock],
  'the operator takes an unlock back': [2, grants.takesUnlock],
  'the operator brings in backers': [3, grants.bringsIn],
  'the operator takes an import back': [2, grants.takesImportBack],
  'the operator sends a letter again': [1, operators.retriesLetter],
  'the operator erases a customer': [1, operators.erases],
  'the operator signs a customer out': [1, operators.signsOut],
  'a crash': [4, mishaps.crashes],
  'a crash in the middle': [8, mishaps.crashesInside],
  'an update': [2, mishaps.deploys],
  'a backup': [3, mishaps.backsUp],
  'a lost disk': [1, mishaps.losesDisk],
  'a way back': [1, mishaps.goesBack],
  'a standstill': [1, mishaps.standsStill],
} as const satisfies { [name: string]: readonly [weight: number, play: (scene: Scene) => Promise<void>] };

export type StepName = keyof typeof all;
export const stepWeights = Object.fromEntries(
  Object.entries(all).map(([name, [weight]]) => [name, weight]),
) as {
  [name in StepName]: number;
};

/** Runs a step; it ends when everybody in it is done or has given up. */
export async function playStep(world: World, step: Step): Promise<void> {
  const row = rowOf(step.pick);
  const person = world.people[step.who % world.people.length];
  if (!person) return;
  const among = (count: number) => Math.floor(row() * count);
  const scene: Scene = {
    ...{ world, person, among },
    pick: (items) => items[among(items.length)],
    pickLate: (items) => (row() < 0.5 ? items.at(-1) : items[among(items.length)]),
    percent: (percent) => row() * 100 < percent,
    tell: (words) => world.story.tell(`${nameOf(step.who)} ${words}`),
  };
  const [, play] = all[step.what];
  await play(scene);
}

/** The context of a step's actor. */
export const performer = (step: Step): Owner => new Owner(`${nameOf(step.who)}: ${step.what}`);

// Handlers of the calls of the operator's page (back office): today, figures, books, mail, audit log.

import type { Request } from 'express';
import { bookTable, totalTable } from '#server/operating/book-tables.ts';
import { readBooks } from '#server/operating/books.ts';
import { checkedCount, WrongDay } from '#server/operating/checked-input.ts';
import { daysOf, periodOf, readFigures } from '#server/operating/figures.ts';
import { retryLetter, retryLetters, showMail } from '#server/operating/letters.ts';
import { listActions } from '#server/operating/operator-action.ts';
import { daysIn } from '#server/operating/paid-parts.ts';
import { showToday } from '#server/operating/today.ts';
import * as endpoints from '#shared/endpoints.ts';
import { actionLimits } from '#shared/operator-limits.ts';
import type { Handlers } from '../mount-calls.ts';
import type { Services } from '../services.ts';
import { operatorCodeCalls } from './operator-codes.ts';
import { operatorCustomerCalls } from './operator-customers.ts';
import { operatorImportCalls } from './operator-imports.ts';
import { type NeedsOf, numberIn } from './operator-needs.ts';
import { operatorOrderCalls } from './operator-orders.ts';

/** 18 months, as long as a financial year may be: an answer is put together in memory, where five years take 400 MB. */
const mostBookDays = 549;

/** The calls of the operator's page, over the same use cases as the command line. */
export function operatorCalls(services: Services) {
  const { config, clock, webVitals } = services;
  const by: NeedsOf = ({ username }) => ({ ...services, actor: `operator:${username}` });
  const live = !config.stripe.testMode;
  const office = {
    async [endpoints.operatorToday]({ account }) {
      const speed = config.collectsWebVitals
        ? { since: webVitals.since, devices: webVitals.figures() }
        : null;
      return { live, speed, ...(await showToday(by(account), live)) };
    },
    async [endpoints.operatorFigures]({ request, account }) {
      const period = periodOf(queryText(request, 'since'), queryText(request, 'until'), clock());
      return { ...daysOf(period), live, ...(await readFigures(by(account), period, live)) };
    },
    async [endpoints.operatorBooks]({ request, account }) {
      const period = periodOf(queryText(request, 'since'), queryText(request, 'until'), clock());
      const { since, until } = daysOf(period);
      if (daysIn(period) > mostBookDays)
        throw new WrongDay(
          `Here the books of ${mostBookDays} days at most: take less, or the command "admin orders export".`,
          'since',
        );
      const { entries, totals } = await readBooks(by(account), period, live);
      let books = '';
      for await (const piece of bookTable(entries)) books += piece;
      return {
        files: [
          { fileName: `books-${since}-${until}.csv`, csv: books },
          { fileName: `vat-${since}-${until}.csv`, csv: totalTable(totals) },
        ],
      };
    },
    [endpoints.operatorMail]: ({ account }) => showMail(by(account)),
    [endpoints.operatorLettersRetry]: ({ account, body: { since, reason } }) =>
      retryLetters(by(account), since, reason),
    async [endpoints.operatorLetterRetry]({ parameters, account, body: { reason } }) {
      await retryLetter(by(account), numberIn(parameters.id), reason);
    },
    async [endpoints.operatorActions]({ request, account }) {
      const most = Number(queryText(request, 'most') ?? actionLimits.usual);
      checkedCount(most, actionLimits.most, 'most');
      return { actions: await listActions(by(account), most) };
    },
  } satisfies Partial<Handlers>;
  return {
    ...office,
    ...operatorOrderCalls(by),
    ...operatorCustomerCalls(by),
    ...operatorCodeCalls(by),
    ...operatorImportCalls(by),
  };
}

function queryText(request: Request, name: string): string | undefined {
  const value = request.query[name];
  return typeof value === 'string' && value.trim() !== '' ? value.slice(0, 300) : undefined;
}
